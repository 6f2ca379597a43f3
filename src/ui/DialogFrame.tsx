import { Button, Modal } from "antd";
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { t } from "../i18n/translate.ts";
import styles from "./Dialog.module.css";
import { isSubmitShortcut, isSubmittingEnter } from "./dialog-keys.ts";
import { closesSelectOnly } from "./escape.ts";

function useDrag(): { frame: CSSProperties; onPointerDown(event: PointerEvent): void } {
  const [offset, setOffset] = useState({ x: 0, y: 0 });
  const start = useRef({ x: 0, y: 0 });
  const handleDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    start.current = { x: event.clientX - offset.x, y: event.clientY - offset.y };
    const move = ({ clientX, clientY }: globalThis.PointerEvent) => {
      const x = Math.min(Math.max(clientX, 0), window.innerWidth);
      const y = Math.min(Math.max(clientY, 0), window.innerHeight);
      setOffset({ x: x - start.current.x, y: y - start.current.y });
    };
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  };
  const isMoved = offset.x !== 0 || offset.y !== 0;
  return { frame: isMoved ? { transform: `translate(${offset.x}px, ${offset.y}px)` } : {}, onPointerDown: handleDown };
}

export interface PrimaryAction {
  label?: string;
  onClick(): void;
  /** Destructive: Enter in a text field doesn't run it. */
  danger?: boolean;
  disabled?: boolean;
  loading?: boolean;
  hint?: string;
  /** False if Enter in a text field doesn't run it, as in dialogs with many parts. */
  byEnter?: false;
}

export interface DialogProps {
  open: boolean;
  title: ReactNode;
  width?: 600 | 720 | 960;
  /** Fixed height, such as `min(900px, 90vh)`; default: height of the content. */
  height?: string;
  children: ReactNode;
  primary?: PrimaryAction;
  cancelLabel?: string;
  footerNote?: ReactNode;
  /** Called for Esc, the close button, the mask and Cancel. */
  onClose(): void;
  dirty?: boolean;
}

const HEAD = 52;
const FOOT = 56;

export function DialogFrame(props: DialogProps) {
  const { open, title, width = 600, height, children, onClose, dirty = false } = props;
  const [isAskingToLeave, setAskingToLeave] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { frame, onPointerDown } = useDrag();
  useRestoreFocus(open);
  useEffect(() => {
    if (!open) setAskingToLeave(false);
  }, [open]);
  const close = () => (dirty ? setAskingToLeave(true) : onClose());
  const handleKey = (event: React.KeyboardEvent) => {
    if (closesSelectOnly(event)) return;
    const { primary } = props;
    // Keys of a dialog that this one opened arrive here too.
    if (isSubmitShortcut(event)) event.stopPropagation();
    if (!primary || primary.disabled || primary.loading) return;
    const byEnter = !primary.danger && primary.byEnter !== false && isSubmittingEnter(event, body.current);
    if (!byEnter && !isSubmitShortcut(event)) return;
    // Otherwise Enter would also press the button that gets the focus.
    event.preventDefault();
    primary.onClick();
  };
  return (
    <Modal
      open={open}
      title={
        <span className={styles.handle} onPointerDown={onPointerDown}>
          {title}
        </span>
      }
      width={width}
      onCancel={close}
      footer={props.primary ? <Footer {...props} onClose={close} cancel={cancel} /> : null}
      className={styles.dialog}
      destroyOnHidden
      afterOpenChange={(isOpen) => {
        if (isOpen && body.current) focusFirst(body.current, cancel.current);
      }}
      centered={height !== undefined}
      mask={{ closable: !dirty }}
      modalRender={(node) => <div style={frame}>{node}</div>}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles a shortcut that bubbles up from fields */}
      <div
        ref={body}
        className={styles.body}
        style={height ? { height: `calc(${height} - ${props.primary ? HEAD + FOOT : HEAD}px)` } : undefined}
        onKeyDown={handleKey}
      >
        {children}
      </div>
      {isAskingToLeave ? <AskToLeave onKeep={() => setAskingToLeave(false)} onLeave={onClose} /> : null}
    </Modal>
  );
}

interface FocusPlaces {
  before: readonly HTMLElement[];
  around: readonly HTMLElement[];
}

/** Dialogs on the page that haven't restored the focus yet. */
const shown = new Set<FocusPlaces>();

function currentFocusPlaces(): FocusPlaces {
  const last = document.activeElement;
  const outer = isLost() || last?.closest("[role=dialog]") ? [...shown].at(-1) : undefined;
  const here = last instanceof HTMLElement && !isLost() ? [last] : [];
  return {
    before: [...here, ...(outer?.before ?? [])],
    around: [...here.flatMap(ancestorsOf), ...(outer?.around ?? [])],
  };
}

/**
 * A dialog that is unmounted rather than closed restores the focus. Another may replace it at any time, such as when
 * loading finishes.
 */
function useRestoreFocus(open: boolean): void {
  const [places] = useState(currentFocusPlaces);
  useLayoutEffect(() => {
    if (open) shown.add(places);
  }, [open, places]);
  useEffect(() => (open ? () => void shown.delete(places) : undefined), [open, places]);
  useEffect(() => () => restoreFocus(places), [places]);
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function restoreFocus(places: FocusPlaces): void {
  if (!isLost()) return;
  const around = places.around.filter((one) => one.isConnected);
  const place = places.before.find((one) => one.isConnected);
  const home = place ?? around[0];
  if (home && !home.checkVisibility()) {
    onceVisible(home, () => restoreFocus(places));
    return;
  }
  place?.focus();
  // The element was removed or is disabled.
  for (const one of around) if (isLost()) firstIn(one)?.focus();
  // Opened by its address, such as from another page.
  if (isLost() && !document.querySelector("[role=dialog]")) document.querySelector<HTMLElement>("main")?.focus();
}

/** Hidden elements can't take the focus, so wait until a loading page shows the element. */
function onceVisible(place: HTMLElement, act: () => void): void {
  const observer = new ResizeObserver(() => {
    if (!place.checkVisibility()) return;
    observer.disconnect();
    act();
  });
  for (const one of [place, ...ancestorsOf(place)]) observer.observe(one);
}

function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  if (parent === null || parent === document.body) return [];
  return parent.tagName === "MAIN" ? [parent] : [parent, ...ancestorsOf(parent)];
}

function firstIn(place: HTMLElement): HTMLElement | null {
  const free = (names: string) => place.querySelector<HTMLElement>(`:is(${names}):not(:disabled)`);
  return free("[tabindex='0']") ?? free("a[href], button");
}

const FIELDS = "input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)";

/** Prefers fields to buttons. A dialog with a question focuses Cancel, so that Enter changes nothing. */
function focusFirst(body: HTMLElement, cancel: HTMLElement | null): void {
  if (body.contains(document.activeElement)) return;
  const fields = [...body.querySelectorAll<HTMLElement>(FIELDS)].filter(takesInput);
  (fields.find((field) => !isChoiceMade(field)) ?? fields[0] ?? cancel)?.focus();
}

/** Inputs of selects are read-only too. */
function takesInput(field: HTMLElement): boolean {
  return field.role === "combobox" || !(field instanceof HTMLInputElement && field.readOnly);
}

function isChoiceMade(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement && field.type === "radio";
}

interface FooterProps extends DialogProps {
  cancel: Ref<HTMLButtonElement>;
}

function Footer({ primary, cancelLabel = t("Cancel"), footerNote, onClose, cancel }: FooterProps) {
  if (primary === undefined) return null;
  return (
    <div className={styles.footer}>
      <div className={styles.note}>{footerNote ?? primary.hint}</div>
      <Button ref={cancel} onClick={onClose}>
        {cancelLabel}
      </Button>
      <Button
        type="primary"
        danger={primary.danger}
        disabled={primary.disabled}
        loading={primary.loading}
        onClick={primary.onClick}
        title={primary.disabled ? primary.hint : undefined}
      >
        {primary.label ?? "OK"}
      </Button>
    </div>
  );
}

function AskToLeave({ onKeep, onLeave }: { onKeep(): void; onLeave(): void }) {
  return (
    <Modal
      open
      title={t("Leave without saving?")}
      width={420}
      onCancel={onKeep}
      footer={
        <div className={styles.footer}>
          <div className={styles.note} />
          <Button onClick={onLeave}>{t("Leave")}</Button>
          <Button autoFocus type="primary" onClick={onKeep}>
            {t("Keep editing")}
          </Button>
        </div>
      }
    >
      {t("Your changes in this dialog will be lost.")}
    </Modal>
  );
}
