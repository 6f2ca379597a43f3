import { createRef } from "react";
import type { CodeHandle } from "../../../ui/code/CodeEditor.tsx";

export const editorHandle = createRef<CodeHandle>();
