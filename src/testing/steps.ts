import { screen, waitFor } from "@testing-library/react";
import { PointerEventsCheckLevel, userEvent } from "@testing-library/user-event";

/**
 * Form steps by visible text. Avoids role queries and overlap checks, which dominate the time of tests on large forms.
 */

const user = () => userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

const nameOf = (button: Element) => (button.getAttribute("aria-label") ?? button.textContent ?? "").trim();

function buttonsNamed(name: string): HTMLButtonElement[] {
  return [...document.querySelectorAll("button")].filter((button) => nameOf(button) === name);
}

export async function button(name: string): Promise<HTMLButtonElement> {
  return waitFor(() => {
    const found = buttonsNamed(name).at(-1);
    if (!found) throw new Error(`no button “${name}” among ${[...document.querySelectorAll("button")].map(nameOf)}`);
    return found;
  });
}

export const press = async (name: string): Promise<void> => user().click(await button(name));

export const isOff = (name: string): boolean => buttonsNamed(name).at(-1)?.disabled === true;

export async function write(label: string | RegExp, text: string): Promise<void> {
  const field = screen.getByLabelText(label);
  const { clear, click, paste } = user();
  await click(field);
  await clear(field);
  if (text !== "") await paste(text);
}

export const toggle = async (label: string | RegExp): Promise<void> => user().click(screen.getByLabelText(label));

export const isOn = (label: string | RegExp): boolean => {
  const box = screen.getByLabelText(label);
  return (box as HTMLInputElement).checked || box.getAttribute("aria-checked") === "true";
};

async function openList(label: string | RegExp): Promise<HTMLElement> {
  const field = screen.getByLabelText(label);
  await user().click(field);
  return field;
}

export async function pick(label: string | RegExp, title: string | RegExp): Promise<void> {
  await openList(label);
  await user().click((await screen.findAllByTitle(title)).at(-1) as HTMLElement);
}

export async function choicesOf(label: string | RegExp): Promise<(string | null)[]> {
  const field = await openList(label);
  const list = document.getElementById(field.getAttribute("aria-controls") ?? "")?.closest(".ant-select-dropdown");
  return [...(list?.querySelectorAll(".ant-select-item-option") ?? [])].map((one) => one.getAttribute("title"));
}
