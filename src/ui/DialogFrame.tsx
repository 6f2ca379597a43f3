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
import styles from "./Dialog.module.css";
import { closesListOnly } from "./escape.ts";

/** Lets something be moved by a part of it. What was taken hold of stays within the window. */
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

export interface DialogProps {
  open: boolean;
  /** Says the act: "Save chart". */
  title: ReactNode;
  width?: 600 | 720 | 960;
  /** Fixed height, e.g. `min(900px, 90vh)`; else as high as its content. */
  height?: string;
  children: ReactNode;
  /** The one thing this dialog is for; "OK" where it has no better word. */
  primary?: { label?: string; onClick(): void; danger?: boolean; disabled?: boolean; loading?: boolean; hint?: string };
  cancelLabel?: string;
  /** At the left of the footer: what is about to change. */
  footerNote?: ReactNode;
  /** Closed by Esc, the cross, the mask or Cancel. */
  onClose(): void;
  /** Something would be lost: closing asks first. */
  dirty?: boolean;
}

/** Pixels. */
const HEAD = 52;
const FOOT = 56;

/**
 * What a dialog opens: antd's modal with our header, body and footer. It is moved by its title and resized by its corner,
 * and is as wide as a narrow window.
 */
export function DialogFrame(props: DialogProps) {
  const { open, title, width = 600, height, children, onClose, dirty = false } = props;
  const [asking, setAsking] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const { frame, onPointerDown } = useDrag();
  useFocusBack(open);
  useEffect(() => {
    if (!open) setAsking(false);
  }, [open]);
  const close = () => (dirty ? setAsking(true) : onClose());
  const handleKey = (event: React.KeyboardEvent) => {
    if (closesListOnly(event)) return;
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || props.primary?.disabled) return;
    event.preventDefault();
    props.primary?.onClick();
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: catches a shortcut on its way up from the fields */}
      <div
        ref={body}
        className={styles.body}
        style={height ? { height: `calc(${height} - ${props.primary ? HEAD + FOOT : HEAD}px)` } : undefined}
        onKeyDown={handleKey}
      >
        {children}
      </div>
      {asking ? <AskToLeave onKeep={() => setAsking(false)} onLeave={onClose} /> : null}
    </Modal>
  );
}

interface Places {
  before: readonly HTMLElement[];
  around: readonly HTMLElement[];
}

/** Of the dialogs on the page, those that have just gone and have not given the focus back among them. */
const shown = new Set<Places>();

/** Where the focus is, and where it was before the dialog that it is in or was lost from. */
function placesNow(): Places {
  const last = document.activeElement;
  const outer = isLost() || last?.closest("[role=dialog]") ? [...shown].at(-1) : undefined;
  const here = last instanceof HTMLElement && !isLost() ? [last] : [];
  return {
    before: [...here, ...(outer?.before ?? [])],
    around: [...here.flatMap(ancestorsOf), ...(outer?.around ?? [])],
  };
}

/**
 * A dialog that is taken off the page, rather than closed, leaves the focus where it came from. Another may take its
 * place at any moment, e.g. once what it waits for has come.
 */
function useFocusBack(open: boolean): void {
  const [places] = useState(placesNow);
  useLayoutEffect(() => {
    if (open) shown.add(places);
  }, [open, places]);
  useEffect(() => (open ? () => void shown.delete(places) : undefined), [open, places]);
  useEffect(() => () => giveBack(places), [places]);
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

function giveBack(places: Places): void {
  if (!isLost()) return;
  const around = places.around.filter((one) => one.isConnected);
  const place = places.before.find((one) => one.isConnected);
  const home = place ?? around[0];
  if (home && !home.checkVisibility()) {
    whenShown(home, () => giveBack(places));
    return;
  }
  place?.focus();
  // It is gone, or takes no focus any more as there is nothing left to do with it.
  for (const one of around) if (isLost()) firstIn(one)?.focus();
}

/** A page that waits for something is not drawn meanwhile, and what is not drawn takes no focus. */
function whenShown(place: HTMLElement, act: () => void): void {
  const observer = new ResizeObserver(() => {
    if (!place.checkVisibility()) return;
    observer.disconnect();
    act();
  });
  for (const one of [place, ...ancestorsOf(place)]) observer.observe(one);
}

/** Within the page: what is beside it has no part in what the dialog did. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement;
  if (parent === null || parent === document.body) return [];
  return parent.tagName === "MAIN" ? [parent] : [parent, ...ancestorsOf(parent)];
}

/** Where the keyboard goes on once the dialog has taken its opener away, as a deletion does: beside where that was. */
function firstIn(place: HTMLElement): HTMLElement | null {
  const free = (names: string) => place.querySelector<HTMLElement>(`:is(${names}):not(:disabled)`);
  return free("[tabindex='0']") ?? free("a[href], button");
}

const FIELDS = "input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)";

/** Whoever opens a dialog wants to fill it in, not to close it; where it only asks, Enter changes nothing. */
function focusFirst(body: HTMLElement, cancel: HTMLElement | null): void {
  if (body.contains(document.activeElement)) return;
  const fields = [...body.querySelectorAll<HTMLElement>(FIELDS)].filter(takesInput);
  (fields.find((field) => !isChoiceMade(field)) ?? fields[0] ?? cancel)?.focus();
}

/** The fields of lists to choose from are read-only too. */
function takesInput(field: HTMLElement): boolean {
  return field.role === "combobox" || !(field instanceof HTMLInputElement && field.readOnly);
}

/** One of a few, of which one is chosen already. */
function isChoiceMade(field: HTMLElement): boolean {
  return field instanceof HTMLInputElement && field.type === "radio";
}

interface FooterProps extends DialogProps {
  cancel: Ref<HTMLButtonElement>;
}

function Footer({ primary, cancelLabel = "Cancel", footerNote, onClose, cancel }: FooterProps) {
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
      title="Leave without saving?"
      width={420}
      onCancel={onKeep}
      footer={
        <div className={styles.footer}>
          <div className={styles.note} />
          <Button onClick={onLeave}>Leave</Button>
          <Button autoFocus type="primary" onClick={onKeep}>
            Keep editing
          </Button>
        </div>
      }
    >
      What you changed in this dialog will be lost.
    </Modal>
  );
}
