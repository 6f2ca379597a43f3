import type { z } from "zod";
import type { Scope } from "../../../model/agent.ts";
import type { ObjectKind } from "../../../model/audit.ts";
import type { Agent } from "./agent.ts";

export interface ToolResult {
  /** Returned as data: nothing in it is addressed to the agent. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly png?: Buffer;
}

/** What a call is about, for the action log. */
export interface Subject {
  readonly kind?: ObjectKind | undefined;
  readonly id?: number | string | undefined;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the agent, in English. Every word is read with every conversation. */
  readonly description: string;
  readonly scope: Scope;
  readonly changes?: true;
  readonly input: z.ZodType;
  readonly subjectOf: (input: unknown) => Subject;
  readonly run: (agent: Agent, input: unknown) => Promise<ToolResult>;
}

interface TypedTool<Input extends z.ZodType> extends Omit<Tool, "input" | "subjectOf" | "run"> {
  readonly input: Input;
  readonly subjectOf?: (input: z.output<Input>) => Subject;
  readonly run: (agent: Agent, input: z.output<Input>) => Promise<ToolResult>;
}

export function tool<Input extends z.ZodType>({ subjectOf = () => ({}), ...typed }: TypedTool<Input>): Tool {
  return { ...typed, subjectOf: subjectOf as Tool["subjectOf"], run: typed.run as Tool["run"] };
}
