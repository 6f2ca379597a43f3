import type { Answer } from "./client.ts";
import type { World } from "./world.ts";

export interface Finding {
  request: string;
  problem: string;
}

/** `run` throws a Skip when the server has nothing to test it on. */
export interface AttackClass {
  name: string;
  run(world: World, report: Report): Promise<void>;
}

export class Skip extends Error {}

/** Stack traces and source files of the server, which no response may contain. */
const STACK = /\bat (\S+ )?\(?(file:|\/|node:)\S+:\d+:\d+|node_modules\/|\bsrc\/[\w/.-]+\.ts\b|Traceback \(most recent/;
/** Status for connections that were refused or dropped on purpose, such as for paths that aren't valid HTTP. */
const NO_ANSWER = 0;

/** Findings of a class. Every response is also checked for server errors and stack traces. */
export class Report {
  readonly findings: Finding[] = [];

  add(answer: Answer, problem: string): void {
    this.findings.push({ request: answer.request, problem });
  }

  refused(answer: Answer, what = ""): void {
    this.sound(answer, what);
    if (answer.status >= 200 && answer.status < 400) this.add(answer, `${labelOf(what)}answered ${answer.status}`);
  }

  hides(answer: Answer, texts: readonly string[], what = ""): void {
    this.sound(answer, what);
    if (texts.some((text) => answer.text.includes(text))) {
      this.add(answer, `${labelOf(what)}answered ${answer.status} and shows what it must hide`);
    }
  }

  closed(answer: Answer, texts: readonly string[], what = ""): void {
    const before = this.findings.length;
    this.refused(answer, what);
    if (this.findings.length === before) this.hides(answer, texts, what);
  }

  sound(answer: Answer, what = ""): void {
    if (answer.status >= 500) this.add(answer, `${labelOf(what)}answered ${answer.status}`);
    else if (answer.status === NO_ANSWER)
      this.add(answer, `${labelOf(what)}got no answer: ${answer.text.slice(0, 80)}`);
    else if (STACK.test(answer.text)) this.add(answer, `${labelOf(what)}shows a stack or a source file`);
  }
}

const labelOf = (what: string) => (what === "" ? "" : `${what}: `);
