import { create } from "zustand";
import type { ObjectType } from "../../api/rights/contract.ts";

export interface CheckedObject {
  type: ObjectType;
  id: number;
  name: string;
}

export interface Subject {
  kind: "user" | "role";
  id: number;
  name: string;
}

/** What is known when the dialog opens; users choose the rest. */
export interface AccessCheck {
  object?: CheckedObject;
  subject?: Subject;
}

export const useAccessCheck = create<{ check: AccessCheck | undefined }>(() => ({ check: undefined }));

export const checkAccess = (check: AccessCheck): void => useAccessCheck.setState({ check });

export const closeAccessCheck = (): void => useAccessCheck.setState({ check: undefined });
