import { Form } from "antd";
import type { ReactNode } from "react";
import type { DashboardProperties } from "../../../editor/dashboard-document.ts";

/** The properties as they are edited in the dialog, before they are applied. */
export interface Draft {
  properties: DashboardProperties;
  metadata: Readonly<Record<string, unknown>>;
  /** JSON text of the metadata, when it was edited by hand. */
  json?: string;
}

export interface PartProps {
  draft: Draft;
  set(part: Partial<DashboardProperties>): void;
}

export interface MetadataPartProps {
  draft: Draft;
  setMeta(part: Record<string, unknown>): void;
}

interface FieldProps {
  label: string;
  id: string;
  help?: string;
  /** What is wrong with what was entered. */
  problem?: string | undefined;
  children: ReactNode;
}

export function Field({ label, id, help, problem, children }: FieldProps) {
  return (
    <Form.Item label={label} htmlFor={id} extra={help} validateStatus={problem ? "error" : ""} help={problem}>
      {children}
    </Form.Item>
  );
}
