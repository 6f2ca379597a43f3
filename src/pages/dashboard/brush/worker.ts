import { IndexReader, type IndexRequest, type IndexResponse } from "./index-reader.ts";

interface Scope {
  onmessage: ((event: MessageEvent<{ id: number; request: IndexRequest }>) => void) | null;
  postMessage(message: { id: number; response?: IndexResponse; error?: string }): void;
}

const scope = self as unknown as Scope;
const reader = new IndexReader();

scope.onmessage = ({ data: { id, request } }) => {
  reader.handle(request).then(
    (response) => scope.postMessage({ id, response }),
    (cause: unknown) => scope.postMessage({ id, error: String(cause) }),
  );
};
