import { type UploadResult, upload } from "../../api/upload/contract.ts";
import { addressOf, csrfTokenOf, forgetCsrfToken } from "../../web/client/client.ts";
import {
  type ApiError,
  abortedError,
  errorOfResponse,
  factsOf,
  networkError,
  toApiError,
} from "../../web/client/errors.ts";

export interface Sending {
  databaseId: number;
  file: File;
  fields: Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** 0 to 1. */
  onProgress(share: number): void;
}

/**
 * Uses XMLHttpRequest, as `fetch` doesn't report upload progress. Throws `ApiError`, of kind "aborted" if stopped; the
 * server then keeps nothing.
 */
export async function sendFile(sending: Sending): Promise<UploadResult> {
  try {
    return await sendOnce(sending);
  } catch (cause) {
    const error = toApiError(cause);
    if (error.kind !== "csrf") throw error;
    forgetCsrfToken();
    return sendOnce(sending);
  }
}

async function sendOnce({ databaseId, file, fields, signal, onProgress }: Sending): Promise<UploadResult> {
  const token = await csrfTokenOf(signal);
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.set(name, text);
  form.set("file", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", addressOf(upload, { params: { id: databaseId } }));
  request.setRequestHeader("Accept", "application/json");
  request.setRequestHeader("X-CSRFToken", token);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  return new Promise<UploadResult>((resolve, reject: (error: ApiError) => void) => {
    request.onload = () => (request.status === 201 ? resolve(resultOf(request)) : reject(errorOf(request)));
    request.onerror = () => reject(networkError(undefined));
    request.onabort = () => reject(abortedError());
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) reject(abortedError());
    else request.send(form);
  });
}

const resultOf = ({ responseText }: XMLHttpRequest) => (JSON.parse(responseText) as { result: UploadResult }).result;

function errorOf(request: XMLHttpRequest): ApiError {
  const { status, responseText } = request;
  const facts = factsOf({ get: (name) => request.getResponseHeader(name) });
  try {
    return errorOfResponse(status, JSON.parse(responseText), facts);
  } catch {
    return errorOfResponse(status, responseText, facts);
  }
}
