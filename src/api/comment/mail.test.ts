import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { setLanguage } from "../../server/auth/accounts.ts";
import { createClock } from "../../server/clock.ts";
import { type Mailbox, startMailbox } from "../../testing/mailbox.ts";
import { loadSampleData } from "../../testing/sample-data.ts";
import { startTestServer, type TestClient, type TestServer } from "../../testing/server.ts";
import { MAIL_WORK, sendMails } from "./mail.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
type Json = any;

const PATH = "/api/v1/comment/";

let server: TestServer;
let mailbox: Mailbox;
let nowMs = Date.UTC(2026, 2, 2, 9);
let board: number;
const clients: Record<string, TestClient> = {};
const ids: Record<string, number> = {};
const names: Record<string, string> = {};
const emails: Record<string, string> = {};

beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startTestServer({
    app: { clock: createClock(() => nowMs) },
    config: {
      publicUrl: "https://bi.example.org",
      delivery: { slackToken: undefined, slackApi: "https://slack.invalid/api/", ...mailbox.delivery },
    },
  });
  const { carsId } = await loadSampleData(server.app);
  for (const [name, role] of [
    ["ola", "Alpha"],
    ["rea", "Alpha"],
    ["otto", "Alpha"],
    ["stella", "Gamma"],
  ] as const) {
    clients[name] = await server.as(name, [role]);
    const user = await server.app.db
      .selectFrom("users")
      .selectAll()
      .where("username", "=", name)
      .executeTakeFirstOrThrow();
    ids[name] = user.id;
    names[name] = `${user.first_name} ${user.last_name}`.trim();
    emails[name] = user.email;
  }
  const form = { slice_name: "Chart", datasource_id: carsId, datasource_type: "table", viz_type: "table" };
  const chart = (await by("ola").post<Json>("/api/v1/chart/", form)).body.id;
  const dashboard = { dashboard_title: "Fleet <b>", published: true };
  board = (await by("ola").post<Json>("/api/v1/dashboard/", dashboard)).body.id;
  await by("ola").put(`/api/v1/chart/${chart}`, { dashboards: [board] });
});
afterAll(async () => {
  await server.stop();
  await mailbox.stop();
});
beforeEach(() => {
  nowMs += 60_000;
  mailbox.mails.length = 0;
});

const by = (name: string) => clients[name] as TestClient;

async function comment(name: string, body: object = {}): Promise<number> {
  const answer = await by(name).post<Json>(PATH, {
    object_type: "dashboard",
    object_id: board,
    text: "Why?",
    ...body,
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body.id;
}

const statesOf = async (id: number) =>
  (
    await server.app.db.selectFrom("comment_mails").selectAll().where("comment_id", "=", id).orderBy("id").execute()
  ).map(({ user_id, state }) => [user_id, state]);

/** Mails of the comment, when all are sent. */
async function mailsAbout(id: number) {
  await vi.waitFor(async () => {
    const open = (await statesOf(id)).filter(([, state]) => state === "waiting" || state === "sending");
    expect(open).toEqual([]);
  }, 20_000);
  return mailbox.mails.map(({ recipients, subject }) => [recipients.join(), subject]);
}

describe("a comment is mailed", () => {
  test("to the owners, with links to the dashboard and the thread, escaped", async () => {
    const text = '<script>alert(1)</script>\n"quoted"';
    const id = await comment("rea", { text });
    expect(await mailsAbout(id)).toEqual([[emails.ola, `${names.rea} commented on Fleet <b>`]]);
    const { html, text: plain } = mailbox.mails[0]!;
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;<br>&quot;quoted&quot;");
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("Fleet <b>");
    expect(html).toContain(`href="https://bi.example.org/superset/dashboard/${board}/?comment=${id}">Open the thread<`);
    expect(html).toContain(`href="https://bi.example.org/superset/dashboard/${board}/">Fleet &lt;b&gt;<`);
    expect(plain).toContain(`https://bi.example.org/superset/dashboard/${board}/?comment=${id}`);
    expect(plain).toContain(text);
  });

  test("to mentioned users and to those in the thread, each once and alone, in their language", async () => {
    await setLanguage(server.app, ids.otto as number, "de");
    const first = await comment("rea");
    await mailsAbout(first);
    mailbox.mails.length = 0;
    const mention = { text: `@${names.otto} @${names.rea}`, mentions: [ids.otto, ids.rea] };
    const id = await comment("ola", { thread_id: first, ...mention });
    const mails = await mailsAbout(id);
    expect(mails.toSorted()).toEqual(
      [
        [emails.otto, `${names.ola} hat Sie auf Fleet <b> erwähnt`],
        [emails.rea, `${names.ola} mentioned you on Fleet <b>`],
      ].toSorted(),
    );
    mailbox.mails.length = 0;
    const reply = await comment("otto", { thread_id: first });
    expect((await mailsAbout(reply)).toSorted()).toEqual(
      [
        [emails.ola, `${names.otto} replied on Fleet <b>`],
        [emails.rea, `${names.otto} replied on Fleet <b>`],
      ].toSorted(),
    );
  });

  test("not to mentioned users who can't open the dashboard", async () => {
    const id = await comment("ola", { text: `@${names.stella}`, mentions: [ids.stella] });
    expect(await mailsAbout(id)).toEqual([]);
    expect(await statesOf(id)).toEqual([]);
  });

  test("when it is edited, only to newly mentioned users", async () => {
    const id = await comment("ola", { text: `@${names.rea}`, mentions: [ids.rea] });
    await mailsAbout(id);
    mailbox.mails.length = 0;
    const more = { text: `@${names.rea} @${names.otto}`, mentions: [ids.rea, ids.otto] };
    expect(await by("ola").put(`${PATH}${id}`, more)).toMatchObject({ status: 200 });
    expect((await mailsAbout(id)).map(([to]) => to)).toEqual([emails.otto]);
  });

  test("not to users who turned that off", async () => {
    expect(await by("ola").put("/api/v1/me/", { comment_mail: false })).toMatchObject({ status: 200 });
    expect((await by("ola").get<Json>("/api/v1/me/roles/")).body.result.commentMail).toBe(false);
    const id = await comment("rea");
    expect(await mailsAbout(id)).toEqual([]);
    expect(await statesOf(id)).toEqual([[ids.ola, "skipped"]]);
    await by("ola").put("/api/v1/me/", { comment_mail: true });
  });
});

describe("a mail about a comment", () => {
  const waiting = async () => {
    const id = await comment("rea");
    await mailsAbout(id);
    mailbox.mails.length = 0;
    await server.app.db.updateTable("comment_mails").set({ state: "waiting" }).where("comment_id", "=", id).execute();
    return id;
  };

  test("is sent once by several workers", async () => {
    const id = await waiting();
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3].map(() => sendMails(server.app, id, signal)));
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test("is sent later if the server stopped before", async () => {
    const id = await waiting();
    nowMs += 2 * 60_000;
    await MAIL_WORK[0]?.run(server.app);
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test("isn't sent about a comment that was deleted, or to users who have lost access", async () => {
    const id = await waiting();
    await by("rea").delete(`${PATH}${id}`);
    await sendMails(server.app, id, new AbortController().signal);
    const kept = await comment("ola", { text: `@${names.rea}`, mentions: [ids.rea] });
    await mailsAbout(kept);
    mailbox.mails.length = 0;
    await server.app.db.updateTable("comment_mails").set({ state: "waiting" }).where("comment_id", "=", kept).execute();
    await by("ola").put(`/api/v1/dashboard/${board}`, { published: false, roles: [await roleId("Admin")] });
    await sendMails(server.app, kept, new AbortController().signal);
    expect(await statesOf(kept)).toEqual([[ids.rea, "skipped"]]);
    expect(mailbox.mails).toEqual([]);
    await by("ola").put(`/api/v1/dashboard/${board}`, { published: true, roles: [] });
  });

  test("that the mail server rejects is not sent again, and the comment is kept", async () => {
    mailbox.unknown.add(emails.ola as string);
    const id = await comment("rea");
    await mailsAbout(id);
    expect(await statesOf(id)).toEqual([[ids.ola, "failed"]]);
    expect(await by("rea").get(`${PATH}${id}`)).toMatchObject({ status: 200 });
    mailbox.unknown.clear();
  });
});

async function roleId(name: string): Promise<number> {
  return (await server.app.db.selectFrom("roles").select("id").where("name", "=", name).executeTakeFirstOrThrow()).id;
}
