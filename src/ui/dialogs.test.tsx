import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, test, vi } from "vitest";
import { LANGUAGE_TAGS, localeFrom } from "../i18n/locale.ts";
import { catalogOf } from "../i18n/node.ts";
import { ConfirmDelete } from "./ConfirmDelete.tsx";
import { Dialog } from "./Dialog.tsx";
import { Menu } from "./Menu.tsx";
import { Popover } from "./Popover.tsx";
import { LOOKS, ThemeProvider } from "./ThemeProvider.tsx";

function List() {
  const [rows, setRows] = useState(["a", "b"]);
  const [open, setOpen] = useState(false);
  return (
    <ul>
      {rows.map((row) => (
        <li key={row}>
          <button type="button" onClick={() => setOpen(true)}>
            Delete {row}
          </button>
        </li>
      ))}
      {open && (
        <Dialog
          open
          title="Delete?"
          onClose={() => {}}
          primary={{
            label: "Yes",
            onClick: () => {
              setRows(["b"]);
              setOpen(false);
            },
          }}
        >
          Really?
        </Dialog>
      )}
    </ul>
  );
}

function Once() {
  const [state, setState] = useState<"new" | "asking" | "done">("new");
  return (
    <main>
      <button type="button">Edit</button>
      <span>
        <button type="button" disabled={state === "done"} onClick={() => setState("asking")}>
          Save
        </button>
      </span>
      {state === "asking" && (
        <Dialog open title="Save?" onClose={() => {}} primary={{ label: "Yes", onClick: () => setState("done") }}>
          Really?
        </Dialog>
      )}
    </main>
  );
}

function Asking({ isAsking }: { isAsking: boolean }) {
  return (
    <main>
      <button type="button">Delete</button>
      {isAsking && (
        <Dialog open title="Delete?" onClose={() => {}} primary={{ label: "Yes", onClick: () => {} }}>
          Really?
        </Dialog>
      )}
    </main>
  );
}

describe("Dialog", () => {
  test("closes on Cancel and Esc without changes", async () => {
    const onClose = vi.fn();
    render(
      <Dialog open title="Save chart" onClose={onClose} primary={{ label: "Save", onClick: () => {} }}>
        Body
      </Dialog>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await userEvent.keyboard("{Escape}");
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  test("focuses the first field, skipping radio buttons", async () => {
    render(
      <ThemeProvider look={LOOKS.light} isStill>
        <Dialog open title="Save chart" onClose={() => {}} primary={{ label: "Save", onClick: () => {} }}>
          <input type="radio" aria-label="Save as…" defaultChecked />
          <input aria-label="Chart name" />
        </Dialog>
      </ThemeProvider>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Chart name")));
  });

  test("focuses next to its opener if that was removed", async () => {
    render(<List />);
    await userEvent.click(screen.getByRole("button", { name: "Delete a" }));
    await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Delete b" })));
  });

  test("restores the focus if another dialog replaces it before it opens", async () => {
    const draw = (title?: string) => (
      <main>
        <button type="button">Edit</button>
        {title && (
          <Dialog key={title} open title={title} onClose={() => {}}>
            <input placeholder={title} ref={(field) => field?.focus()} />
          </Dialog>
        )}
      </main>
    );
    const { rerender } = render(draw());
    screen.getByRole("button", { name: "Edit" }).focus();
    for (const title of ["Waits", "Has come"]) {
      rerender(draw(title));
      const field = await screen.findByPlaceholderText(title);
      expect(document.activeElement).toBe(field);
    }
    rerender(draw());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit" }));
  });

  test("focuses next to its opener if that is disabled", async () => {
    render(<Once />);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Edit" })));
  });

  test("restores the focus once the opener is visible again", async () => {
    const callbacks: (() => void)[] = [];
    class Watch {
      observe() {}
      disconnect() {}
      constructor(tell: () => void) {
        callbacks.push(tell);
      }
    }
    vi.stubGlobal("ResizeObserver", Watch);
    const visibility = vi.spyOn(HTMLElement.prototype, "checkVisibility").mockReturnValue(false);
    const { rerender } = render(<Asking isAsking={false} />);
    const opener = screen.getByRole("button", { name: "Delete" });
    opener.focus();
    rerender(<Asking isAsking />);
    await screen.findByRole("button", { name: "Yes" });
    opener.blur();
    rerender(<Asking isAsking={false} />);
    expect(document.activeElement).toBe(document.body);
    visibility.mockReturnValue(true);
    for (const tell of callbacks) tell();
    expect(document.activeElement).toBe(opener);
    vi.unstubAllGlobals();
    visibility.mockRestore();
  });

  test("confirms discarding changes", async () => {
    const onClose = vi.fn();
    render(
      <Dialog open dirty title="Save chart" onClose={onClose} primary={{ label: "Save", onClick: () => {} }}>
        Body
      </Dialog>,
    );
    await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    expect(onClose).not.toHaveBeenCalled();
    expect(await screen.findByText("Leave without saving?")).toBeTruthy();
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Keep editing"));
    await userEvent.click(screen.getByRole("button", { name: "Leave" }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("has Cancel and OK by default", async () => {
    render(
      <Dialog open title="A notice" onClose={() => {}} primary={{ onClick: () => {} }}>
        x
      </Dialog>,
    );
    const dialog = await screen.findByRole("dialog");
    const names = within(dialog)
      .getAllByRole("button")
      .map((button) => button.textContent);
    expect(names.slice(-2)).toEqual(["Cancel", "OK"]);
  });

  test("Ctrl+Enter runs the primary action, unless it is disabled", async () => {
    const save = vi.fn();
    const { rerender } = render(
      <Dialog open title="Save chart" onClose={() => {}} primary={{ label: "Save", onClick: save }}>
        <input aria-label="Name" />
      </Dialog>,
    );
    await userEvent.click(await screen.findByLabelText("Name"));
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(save).toHaveBeenCalledOnce();
    rerender(
      <Dialog open title="Save chart" onClose={() => {}} primary={{ label: "Save", onClick: save, disabled: true }}>
        <input aria-label="Name" />
      </Dialog>,
    );
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    expect(save).toHaveBeenCalledOnce();
  });
});

describe("Enter in a dialog", () => {
  const save = vi.fn();
  const press = async (name: string) => {
    save.mockClear();
    await userEvent.click(await screen.findByLabelText(name));
    await userEvent.keyboard("{Enter}");
    return save.mock.calls.length;
  };
  const show = (primary: object = {}) =>
    render(
      <Dialog open title="Save chart" onClose={() => {}} primary={{ label: "Save", onClick: save, ...primary }}>
        <input aria-label="Name" />
        <input aria-label="Password" type="password" />
        <textarea aria-label="Description" />
        <input aria-label="Dataset" role="combobox" aria-expanded="false" aria-controls="list" />
        <input aria-label="Rows" type="number" />
        <input aria-label="Search" type="search" />
        <input aria-label="Link" readOnly />
        <input aria-label="Own" onKeyDown={(event) => event.preventDefault()} />
        <button type="button" aria-label="Button" />
      </Dialog>,
    );

  test("runs the primary action from text fields only", async () => {
    show();
    for (const name of ["Name", "Password"]) expect([name, await press(name)]).toEqual([name, 1]);
    for (const name of ["Description", "Dataset", "Rows", "Search", "Link", "Own", "Button"])
      expect([name, await press(name)]).toEqual([name, 0]);
  });

  test.each([{ danger: true }, { disabled: true }, { loading: true }, { byEnter: false }])(
    "doesn't run an action that is %o",
    async (primary) => {
      show(primary);
      expect(await press("Name")).toBe(0);
    },
  );

  test("waits for the end of a composed word", async () => {
    show();
    const name = await screen.findByLabelText("Name");
    save.mockClear();
    fireEvent.keyDown(name, { key: "Enter", isComposing: true });
    expect(save).not.toHaveBeenCalled();
  });
});

describe("a dialog", () => {
  test("is 600 px wide by default, and is moved by its title within the window", async () => {
    render(
      <Dialog open title="Save chart" onClose={() => {}}>
        Body
      </Dialog>,
    );
    const title = await screen.findByText("Save chart");
    const modal = title.closest<HTMLElement>(".ant-modal");
    expect(modal?.style.width || modal?.style.getPropertyValue("--ant-modal-xs-width")).toBe("600px");
    fireEvent.pointerDown(title, { button: 0, clientX: 100, clientY: 100 });
    fireEvent.pointerMove(window, { clientX: 140, clientY: -500 });
    expect(title.closest<HTMLElement>("[style*=transform]")?.style.transform).toBe("translate(40px, -100px)");
    fireEvent.pointerUp(window);
    fireEvent.pointerMove(window, { clientX: 300, clientY: 300 });
    expect(title.closest<HTMLElement>("[style*=transform]")?.style.transform).toBe("translate(40px, -100px)");
  });
});

describe("ConfirmDelete", () => {
  test("requires typing the word, in any case", async () => {
    const onConfirm = vi.fn();
    render(
      <ConfirmDelete open title="Delete dataset?" onConfirm={onConfirm} onClose={() => {}}>
        6 charts use it.
      </ConfirmDelete>,
    );
    const button = (await screen.findByRole("button", { name: "Delete" })) as HTMLButtonElement;
    expect(button.disabled).toBe(true);
    await userEvent.type(screen.getByLabelText("Type DELETE to confirm"), "delet");
    expect(button.disabled).toBe(true);
    await userEvent.keyboard("e{Enter}");
    expect(onConfirm).toHaveBeenCalledOnce();
    await userEvent.click(button);
    expect(onConfirm).toHaveBeenCalledTimes(2);
  });

  test.each(LANGUAGE_TAGS)("asks in %s for a word of that language, which works", async (language) => {
    const former = localeFrom(() => ({ language }));
    try {
      const word = catalogOf(language).DELETE ?? "DELETE";
      const onConfirm = vi.fn();
      render(
        <ConfirmDelete open title="?" onConfirm={onConfirm} onClose={() => {}}>
          6 charts use it.
        </ConfirmDelete>,
      );
      const input = await screen.findByRole("textbox");
      // Values in sentences are isolated.
      expect(document.querySelector("label")?.textContent?.replace(/[\u2066-\u2069]/g, "")).toContain(word);
      await userEvent.type(input, `${word.toLowerCase()}{Enter}`);
      expect(onConfirm).toHaveBeenCalledOnce();
    } finally {
      localeFrom(former);
    }
  });
});

describe("Menu", () => {
  test("opens on its trigger and runs the selected action", async () => {
    const edit = vi.fn();
    render(
      <Menu
        items={[
          { key: "edit", label: "Edit", onSelect: edit },
          { key: "line", divider: true },
          { key: "off", label: "Export", disabled: true },
        ]}
      >
        <button type="button">More</button>
      </Menu>,
    );
    await userEvent.click(screen.getByRole("button", { name: "More" }));
    expect((await screen.findByRole("menuitem", { name: /Export/ })).getAttribute("aria-disabled")).toBe("true");
    await userEvent.click(screen.getByRole("menuitem", { name: /Edit/ }));
    expect(edit).toHaveBeenCalledOnce();
  });

  test("exposes its state; Esc closes it and restores the focus", async () => {
    render(
      <Menu items={[{ key: "edit", label: "Edit" }]}>
        <button type="button">More</button>
      </Menu>,
    );
    const button = screen.getByRole("button", { name: "More" });
    expect(button.getAttribute("aria-haspopup")).toBe("menu");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("menuitem"));
    expect(button.getAttribute("aria-expanded")).toBe("true");
    await userEvent.keyboard("{Escape}");
    expect(button.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(button);
  });
});

function Filter() {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Owner" content={<input aria-label="Search owner" />}>
      <button type="button">Owner</button>
    </Popover>
  );
}

describe("Popover", () => {
  test("Esc closes it and restores the focus", async () => {
    render(<Filter />);
    await userEvent.click(screen.getByRole("button", { name: "Owner" }));
    await userEvent.click(await screen.findByLabelText("Search owner"));
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Owner" })));
  });
});
