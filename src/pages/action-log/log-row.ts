import type * as log from "../../api/log/contract.ts";
import type { OperationResult } from "../../model/operation.ts";

export type LogRow = OperationResult<typeof log.list>["result"][number] & { id: number };
