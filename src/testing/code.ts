import { EditorView } from "@codemirror/view";
import { waitFor } from "@testing-library/react";
import { act } from "react";

async function editorOf(label: string): Promise<EditorView> {
  return waitFor(() => {
    const content = document.querySelector<HTMLElement>(`.cm-content[aria-label="${label}"]`);
    const view = content ? EditorView.findFromDOM(content) : null;
    if (!view) throw new Error(`no code editor named ${label}`);
    return view;
  });
}

export async function codeIn(label: string): Promise<string> {
  return (await editorOf(label)).state.doc.toString();
}

export async function writeCode(label: string, text: string): Promise<void> {
  const view = await editorOf(label);
  const end = view.state.doc.length;
  await act(async () =>
    view.dispatch({
      changes: { from: end, insert: text },
      selection: { anchor: end + text.length },
      userEvent: "input.type",
    }),
  );
}
