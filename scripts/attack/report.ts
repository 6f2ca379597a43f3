import type { Answer } from "./client.ts";
import type { World } from "./world.ts";

export interface Finding {
  request: string;
  problem: string;
}

/** A kind of attack. `run` throws a Skip where the installation has nothing to try it on. */
export interface AttackClass {
  name: string;
  run(world: World, report: Report): Promise<void>;
}

export class Skip extends Error {}

/** Stacks and source files of the server, which nobody is told. */
const STACK = /\bat (\S+ )?\(?(file:|\/|node:)\S+:\d+:\d+|node_modules\/|\bsrc\/[\w/.-]+\.ts\b|Traceback \(most recent/;
/** Codes that say a connection was refused or lost on purpose, as for paths that are no HTTP. */
const NO_ANSWER = 0;

/** What went through under a class. Every answer it is shown is also checked for failures of the server and for stacks. */
export class Report {
  readonly findings: Finding[] = [];

  add(answer: Answer, problem: string): void {
    this.findings.push({ request: answer.request, problem });
  }

  /** The request must be answered by a refusal. */
  refused(answer: Answer, what = ""): void {
    this.sound(answer, what);
    if (answer.status >= 200 && answer.status < 400) this.add(answer, `${labelOf(what)}answered ${answer.status}`);
  }

  /** The answer may be any, without one of these texts. */
  hides(answer: Answer, texts: readonly string[], what = ""): void {
    this.sound(answer, what);
    if (texts.some((text) => answer.text.includes(text))) {
      this.add(answer, `${labelOf(what)}answered ${answer.status} and shows what it must hide`);
    }
  }

  /** A refusal that tells nothing. */
  closed(answer: Answer, texts: readonly string[], what = ""): void {
    const before = this.findings.length;
    this.refused(answer, what);
    if (this.findings.length === before) this.hides(answer, texts, what);
  }

  /** The server neither failed nor told about its own code. */
  sound(answer: Answer, what = ""): void {
    if (answer.status >= 500) this.add(answer, `${labelOf(what)}answered ${answer.status}`);
    else if (answer.status === NO_ANSWER)
      this.add(answer, `${labelOf(what)}got no answer: ${answer.text.slice(0, 80)}`);
    else if (STACK.test(answer.text)) this.add(answer, `${labelOf(what)}shows a stack or a source file`);
  }
}

const labelOf = (what: string) => (what === "" ? "" : `${what}: `);
