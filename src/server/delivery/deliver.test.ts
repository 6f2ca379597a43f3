import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createPlainServer, type IncomingMessage, type Server } from "node:http";
import { createServer, globalAgent } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeCertificate } from "../../testing/certificate.ts";
import { type Mailbox, startMailbox } from "../../testing/mailbox.ts";
import { startTestServer, type TestServer } from "../../testing/server.ts";
import type { App } from "../app.ts";
import { readDeliverySettings } from "../config/delivery-settings.ts";
import { deliver, type LetterRecipient } from "./deliver.ts";
import type { Notification } from "./notification.ts";
import { slackChannels } from "./slack.ts";

interface ReceivedRequest {
  path: string;
  type: string;
  authorization: string | undefined;
  body: Buffer;
}

interface Listener {
  url: string;
  requests: ReceivedRequest[];
  answers: { status: number; headers?: Record<string, string>; body?: string }[];
  close(): Promise<void>;
}

async function listen(
  make: (handle: Parameters<typeof createPlainServer>[1]) => Server,
  scheme: string,
): Promise<Listener> {
  const requests: ReceivedRequest[] = [];
  const answers: Listener["answers"] = [];
  const server = make(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { "content-type": type = "", authorization } = request.headers;
    requests.push({ path: request.url ?? "", type, authorization, body: Buffer.concat(chunks) });
    const { status, headers = {}, body = "{}" } = answers.shift() ?? { status: 200 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", () => resolve()));
  return {
    url: `${scheme}://localhost:${(server.address() as AddressInfo).port}`,
    requests,
    answers,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

let closed: TestServer;
let server: TestServer;
let mailbox: Mailbox;
let hook: Listener;
let slack: Listener;
const folder = mkdtempSync(join(tmpdir(), "tessera-delivery-"));
const { ca } = globalAgent.options;
beforeAll(async () => {
  makeCertificate(folder, "hook");
  const [cert, key] = ["crt", "key"].map((end) => readFileSync(join(folder, `hook.${end}`), "utf8"));
  globalAgent.options.ca = cert;
  hook = await listen((handle) => createServer({ cert, key }, handle) as unknown as Server, "https");
  slack = await listen((handle) => createPlainServer(handle), "http");
  mailbox = await startMailbox();
  const delivery = { ...mailbox.delivery, slackToken: "xoxb-secret", slackApi: `${slack.url}/api/` };
  server = await startTestServer({ config: { delivery } });
  closed = await startTestServer({ config: { webhookHosts: [] } });
});
afterAll(async () => {
  globalAgent.options.ca = ca;
  await Promise.all([hook.close(), slack.close(), server.stop(), closed.stop(), mailbox.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const file = { name: "rows.csv", type: "text/csv", bytes: Buffer.from("a,b\n1,2\n") };
const letter = (more: Partial<Notification> = {}): Notification => ({
  subject: "[Report] Rows",
  name: "Rows & <more>",
  description: "Of today",
  text: "",
  url: "https://bi.example.org/explore/?slice_id=7",
  pictures: [],
  attachments: [],
  about: { format: "CSV", type: "Report", source: "chart", chartId: 7, dashboardId: null },
  ...more,
});

const send = (recipients: readonly LetterRecipient[], more?: Partial<Notification>, app: App = server.app) =>
  deliver({ app, notification: letter(more), signal: new AbortController().signal }, recipients);
const webhook = (target: string): LetterRecipient[] => [{ type: "Webhook", targets: { target } }];

describe("webhooks", () => {
  test("receive JSON, or a form with files", async () => {
    await send(webhook(`${hook.url}/in?key=1`), { text: "a\tb" });
    await send(webhook(`${hook.url}/in`), { attachments: [file] });
    const [json, form] = hook.requests.splice(0);
    expect(json).toMatchObject({ path: "/in?key=1", type: "application/json" });
    expect(JSON.parse(String(json?.body))).toEqual({
      name: "Rows & <more>",
      header: {
        notification_format: "CSV",
        notification_type: "Report",
        notification_source: "chart",
        chart_id: 7,
        dashboard_id: null,
      },
      text: "a\tb",
      description: "Of today",
      url: "https://bi.example.org/explore/?slice_id=7",
    });
    const fields = await new Response(new Uint8Array(form?.body ?? []), {
      headers: { "content-type": form?.type ?? "" },
    }).formData();
    expect(fields.get("name")).toBe("Rows & <more>");
    expect(JSON.parse(String(fields.get("header")))).toMatchObject({ chart_id: 7 });
    const [sent] = fields.getAll("files") as File[];
    expect([sent?.name, await sent?.text()]).toEqual(["rows.csv", "a,b\n1,2\n"]);
  });

  test("are retried for server errors, not for rejections, and never follow redirects", async () => {
    hook.answers.push({ status: 503 }, { status: 429, headers: { "retry-after": "0" } }, { status: 204 });
    await send(webhook(hook.url));
    expect(hook.requests.splice(0)).toHaveLength(3);
    hook.answers.push({ status: 404 });
    await expect(send(webhook(hook.url))).rejects.toThrow("The webhook at localhost responded with 404");
    hook.answers.push({ status: 307, headers: { location: `${hook.url}/elsewhere` } });
    await expect(send(webhook(hook.url))).rejects.toThrow("The webhook at localhost responded with 307");
    expect(hook.requests.splice(0)).toHaveLength(2);
  });

  test.each([
    ["https://127.0.0.1/", "Connections to this host are not allowed"],
    ["https://[::1]/", "Connections to this host are not allowed"],
    ["https://localhost:8088/", "Connections to this host are not allowed"],
    ["https://169.254.169.254/latest/meta-data/", "Connections to this host are not allowed"],
    ["https://0x7f000001/", "Connections to this host are not allowed"],
    ["http://example.org/", "A webhook must be an https:// address"],
    ["https://me:secret@example.org/", "A webhook must be an https:// address without a password"],
    ["file:///etc/passwd", "A webhook must be an https:// address"],
    ["nonsense", "A webhook must be an https:// address"],
  ])("at %s are blocked", async (target, message) => {
    await expect(send(webhook(target), {}, closed.app)).rejects.toThrow(message);
  });

  test("to cloud metadata are blocked, whatever is allowed", async () => {
    await expect(send(webhook("https://169.254.169.254/"))).rejects.toThrow("not allowed");
  });
});

describe("Slack", () => {
  const ok = (more: object = {}) => ({ status: 200, body: JSON.stringify({ ok: true, ...more }) });
  const fieldsOf = ({ body }: ReceivedRequest) => Object.fromEntries(new URLSearchParams(String(body)));
  const channels = [
    { id: "C0000001A", name: "sales" },
    { id: "C0000002B", name: "board", is_private: true },
  ];

  test("gets a message per channel", async () => {
    slack.answers.push(ok(), ok());
    await send([{ type: "SlackV2", targets: { target: "C0000001A, #board" } }]);
    const requests = slack.requests.splice(0);
    expect(requests.map(({ path }) => path)).toEqual(["/api/chat.postMessage", "/api/chat.postMessage"]);
    expect(requests[0]?.authorization).toBe("Bearer xoxb-secret");
    expect(requests.map(fieldsOf)).toMatchObject([
      {
        channel: "C0000001A",
        text: "*Rows &amp; &lt;more&gt;*\n\nOf today\n\n<https://bi.example.org/explore/?slice_id=7|Explore in Tessera>",
      },
      { channel: "#board" },
    ]);
  });

  test("gets files in channels found by name", async () => {
    const place = { upload_url: `${slack.url}/put/1`, file_id: "F1" };
    slack.answers.push(ok({ channels }), ok(place), { status: 200, body: "OK" }, ok());
    await send([{ type: "Slack", targets: { target: "board" } }], { attachments: [file] });
    const [list, uploadUrl, put, complete] = slack.requests.splice(0);
    expect(list?.path).toBe("/api/conversations.list");
    expect(fieldsOf(uploadUrl as ReceivedRequest)).toEqual({ filename: "rows.csv", length: "8" });
    expect([put?.path, String(put?.body)]).toEqual(["/put/1", "a,b\n1,2\n"]);
    expect(fieldsOf(complete as ReceivedRequest)).toMatchObject({
      channel_id: "C0000002B",
      files: JSON.stringify([{ id: "F1", title: "rows.csv" }]),
    });
  });

  test("reports Slack's errors and honors rate limits", async () => {
    const target = { type: "Slack", targets: { target: "C0000001A" } } as const;
    slack.answers.push({ status: 429, headers: { "retry-after": "0" } }, ok());
    await send([target]);
    slack.answers.push({ status: 200, body: JSON.stringify({ ok: false, error: "not_in_channel" }) });
    await expect(send([target])).rejects.toThrow("Slack rejected chat.postMessage: not_in_channel");
    slack.answers.push(ok({ channels }));
    const gone = send([{ type: "Slack", targets: { target: "gone" } }], { attachments: [file] });
    await expect(gone).rejects.toThrow("Slack channel gone not found, or the bot can't see it");
    slack.requests.splice(0);
  });

  test("reads all pages of channels", async () => {
    slack.answers.push(
      ok({ channels: channels.slice(0, 1), response_metadata: { next_cursor: "n" } }),
      ok({ channels: channels.slice(1) }),
    );
    const found = await slackChannels(server.app, { signal: new AbortController().signal });
    expect(found.map(({ name, is_private }) => [name, is_private])).toEqual([
      ["sales", false],
      ["board", true],
    ]);
    expect(slack.requests.splice(0).map((one) => fieldsOf(one).cursor)).toEqual([undefined, "n"]);
    const alpha = await server.as("alpha");
    const named = async (q: string) => {
      slack.answers.push(ok({ channels }));
      const { body } = await alpha.get<{ result: { name: string }[] }>(`/api/v1/report/slack_channels/?q=(${q})`);
      return body.result.map(({ name }) => name);
    };
    expect(await named("search_string:BOA")).toEqual(["board"]);
    expect(await named("search_string:'boa,sales',exact_match:!t")).toEqual(["sales"]);
    expect(await named("types:!(public_channel)")).toEqual(["sales", "board"]);
    expect(
      slack.requests
        .splice(0)
        .map((one) => fieldsOf(one).types)
        .at(-1),
    ).toBe("public_channel");
  });
});

describe("mail", () => {
  const mail: LetterRecipient = { type: "Email", targets: { target: "team@example.org" } };

  test("embeds images and attaches files", async () => {
    const picture = { name: "rows.png", type: "image/png", bytes: Buffer.from("not looked at") };
    await send([mail], { pictures: [picture], attachments: [file] });
    const [received] = mailbox.mails.splice(0);
    const [inline, beside] = received?.attachments ?? [];
    expect(received?.raw.replaceAll("=\r\n", "")).toContain(`<img src=3D"cid:${inline?.cid}" width=3D"1000"`);
    expect(inline).toMatchObject({ filename: "rows.png", contentDisposition: "inline", related: true });
    expect(beside).toMatchObject({ filename: "rows.csv", contentDisposition: "attachment" });
    expect(received?.headers.get("auto-submitted")).toBe("auto-generated");
  });

  test("names the missing setting, and other channels still deliver", async () => {
    const both = [mail, ...webhook(hook.url)];
    await expect(send(both, {}, closed.app)).rejects.toThrow(
      "Email isn't configured: set TESSERA_SMTP_URL; Can't reach the webhook at localhost",
    );
    const slackToo: LetterRecipient[] = [{ type: "Slack", targets: { target: "C0000001A" } }, mail];
    await expect(send(slackToo, {}, closed.app)).rejects.toThrow("Slack isn't configured: set TESSERA_SLACK_TOKEN");
    mailbox.refusals.push({ code: 550, text: "spam", at: "mail" });
    await expect(send([mail, ...webhook(hook.url)])).rejects.toThrow("Failed to send the email: ");
    expect(hook.requests.splice(0)).toHaveLength(1);
    expect(mailbox.mails.splice(0)).toEqual([]);
  });

  test("uses the server's SMTP account", async () => {
    const { delivery } = server.app.config;
    const { port } = delivery.smtp ?? {};
    const by = (password: string) => {
      const url = `smtp://bi%40example.org:${password}@127.0.0.1:${port}`;
      const { smtp } = readDeliverySettings((name) => (name === "TESSERA_SMTP_URL" ? url : undefined));
      const config = { ...server.app.config, delivery: { ...delivery, smtp } };
      return send([mail], {}, { ...server.app, config });
    };
    await by("p%3Aw%20d");
    expect(mailbox.mails.splice(0)).toHaveLength(1);
    await expect(by("wrong")).rejects.toThrow(/Failed to send the email: .*who is that/);
    expect(mailbox.mails.splice(0)).toEqual([]);
  });

  test("refuses unencrypted connections when TLS is required", async () => {
    const { smtp } = server.app.config.delivery;
    if (!smtp) throw new Error("no mail");
    const config = {
      ...server.app.config,
      delivery: { ...server.app.config.delivery, smtp: { ...smtp, needsTls: true } },
    };
    await expect(send([mail], {}, { ...server.app, config })).rejects.toThrow(/TLS/);
    expect(mailbox.mails.splice(0)).toEqual([]);
  });
});
