import type { ServerResponse } from "node:http";

/** Sends a body while it is made, in pieces of which each is good until the next is asked for. */
export async function sendPieces(answer: ServerResponse, pieces: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const piece of pieces) await written(answer, piece);
    answer.end();
  } catch {
    // Without its regular end nobody takes a part for the whole.
    answer.destroy();
  }
}

/** Resolves when nothing reads the piece any more. */
function written(answer: ServerResponse, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = () => reject(new Error("The client has gone."));
    answer.once("close", onClose);
    answer.write(piece, (error) => {
      answer.off("close", onClose);
      if (error) reject(error);
      else resolve();
    });
  });
}
