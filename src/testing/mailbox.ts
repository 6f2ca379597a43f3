import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import type { DeliverySettings } from "../server/config/delivery-settings.ts";

export interface Mailbox {
  readonly mails: ReceivedMail[];
  /** One-time responses that reject recipients or mails. */
  readonly refusals: { code: number; text: string; at: "connection" | "recipient" | "mail" }[];
  readonly unknown: Set<string>;
  /** Recipients that get no answer before these promises resolve. */
  readonly held: Map<string, Promise<void>>;
  readonly delivery: Pick<DeliverySettings, "smtp" | "mailFrom">;
  stop(): Promise<void>;
}

const ACCOUNT = { user: "bi@example.org", password: "p:w d" };

export type ReceivedMail = ParsedMail & { raw: string; recipients: string[] };

export async function startMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const refusals: Mailbox["refusals"] = [];
  const unknown = new Set<string>();
  const held = new Map<string, Promise<void>>();
  const refusal = (at: Mailbox["refusals"][number]["at"]) => {
    const i = refusals.findIndex((one) => one.at === at);
    const [found] = i < 0 ? [] : refusals.splice(i, 1);
    return found && Object.assign(new Error(found.text), { responseCode: found.code });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isKnown = username === ACCOUNT.user && password === ACCOUNT.password;
      done(isKnown ? null : Object.assign(new Error("who is that?"), { responseCode: 535 }), { user: username });
    },
    onConnect: (_session, done) => done(refusal("connection")),
    onRcptTo: ({ address }, _session, done) => {
      const rejection = unknown.has(address) && Object.assign(new Error("no such mailbox"), { responseCode: 550 });
      void Promise.resolve(held.get(address)).then(() => done(refusal("recipient") ?? (rejection || undefined)));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const failed = refusal("mail");
        if (failed) return done(failed);
        const raw = Buffer.concat(chunks);
        const recipients = envelope.rcptTo.map(({ address }) => address);
        simpleParser(raw).then((mail) => {
          mails.push(Object.assign(mail, { raw: raw.toString(), recipients }));
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    refusals,
    unknown,
    held,
    delivery: {
      smtp: { host: "127.0.0.1", port, isSecure: false, needsTls: false, user: undefined, password: undefined },
      mailFrom: "Reports <bi@example.org>",
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
