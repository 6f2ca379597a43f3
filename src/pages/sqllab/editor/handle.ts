import { createRef } from "react";
import type { CodeHandle } from "../../../ui/code/CodeEditor.tsx";

/** The editor in front, of which there is one: what is chosen in the schema is written there. */
export const editorHandle = createRef<CodeHandle>();
