import { readExactly } from "../../../server/exact-json.ts";
import { type AnswerBody, textOf } from "./answer.ts";

/** An answer as a value that is written again with the digits that it came with: to be passed on, not to be calculated with. */
export const exactAnswer = async (body: AnswerBody): Promise<unknown> => readExactly(await textOf(body));
