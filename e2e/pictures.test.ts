import { expect, test } from "vitest";
import { PASSWORD } from "../src/testing/stage.ts";
import { serverUrl } from "./server-url.ts";

const url = serverUrl();
const CHART = "Month by month";

async function session(): Promise<Record<string, string>> {
  const response = await fetch(`${url}/login/`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ username: "admin", password: PASSWORD }),
    redirect: "manual",
  });
  return {
    cookie: response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; "),
  };
}

async function pictureAt(path: string, headers: Record<string, string>): Promise<Buffer> {
  let bytes = Buffer.alloc(0);
  const ask = async () => {
    const response = await fetch(url + path, { headers });
    bytes = Buffer.from(await response.arrayBuffer());
    return response.status === 202 ? "pending" : `${response.status}`;
  };
  await expect.poll(ask, { timeout: 60_000, interval: 200 }).not.toBe("pending");
  expect(await ask(), String(bytes.subarray(0, 200))).toBe("200");
  return bytes;
}

/** An example with enough content, regardless of objects other tests created. */
async function example(noun: string, headers: Record<string, string>): Promise<{ id: number; thumbnail_url: string }> {
  const [column, name] = noun === "chart" ? ["slice_name", CHART] : ["dashboard_title", "US flight delays"];
  const q = encodeURIComponent(`(filters:!((col:${column},opr:eq,value:'${name}')))`);
  const list = await fetch(`${url}/api/v1/${noun}/?q=${q}`, { headers });
  const { result } = (await list.json()) as { result: { id: number; thumbnail_url: string }[] };
  if (!result[0]) throw new Error(`No ${noun} "${name}"`);
  return result[0];
}

async function get<T>(path: string, headers: Record<string, string>): Promise<T> {
  return (await (await fetch(url + path, { headers })).json()) as T;
}

async function write<T>(
  [method, path]: readonly [method: string, path: string],
  body: object,
  headers: Record<string, string>,
): Promise<T> {
  const { result: token } = await get<{ result: string }>("/api/v1/security/csrf_token/", headers);
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, "content-type": "application/json", "x-csrftoken": token },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  return (await response.json()) as T;
}

/** Changes the object, so that no thumbnail of its current version exists. */
async function touch(noun: string, headers: Record<string, string>): Promise<void> {
  const { id } = await example(noun, headers);
  await write(["PUT", `/api/v1/${noun}/${id}`], { certified_by: "Thumbnail test" }, headers);
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)];

test.each(["chart", "dashboard"])(
  "the thumbnail of a %s is rendered in the background and then served",
  async (noun) => {
    const headers = await session();
    await touch(noun, headers);
    const path = (await example(noun, headers)).thumbnail_url;
    expect((await fetch(url + path, { headers })).status).toBe(202);
    const png = await pictureAt(path, headers);
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(sizeOf(png)[0]).toBe(560);
    // An empty page is a few hundred bytes.
    expect(png.length).toBeGreaterThan(4000);
  },
);

test("rendering a thumbnail isn't recorded as a visit", async () => {
  const headers = await session();
  const { id } = await example("chart", headers);
  const { result: shown } = await get<{ result: { params: string } }>(`/api/v1/chart/${id}`, headers);
  const [datasource_id, datasource_type] = String(JSON.parse(shown.params).datasource).split("__");
  const body = { slice_name: "Not visited", viz_type: JSON.parse(shown.params).viz_type, params: shown.params };
  const source = { datasource_id: Number(datasource_id), datasource_type };
  const created = await write<{ id: number }>(["POST", "/api/v1/chart/"], { ...body, ...source }, headers);
  const { result } = await get<{ result: { thumbnail_url: string } }>(`/api/v1/chart/${created.id}`, headers);
  await pictureAt(result.thumbnail_url, headers);
  const recent = "/api/v1/log/recent_activity/?q=(page_size:100)";
  const activity = await get<{ result: { item_title: string }[] }>(recent, headers);
  expect(activity.result.map(({ item_title }) => item_title)).not.toContain("Not visited");
  await write(["DELETE", `/api/v1/chart/${created.id}`], {}, headers);
});

test("exports a dashboard as a one-page PDF with the size of its image", async () => {
  const headers = { ...(await session()), "content-type": "application/json" };
  const list = await fetch(`${url}/api/v1/dashboard/?q=(page_size:1)`, { headers });
  const { result } = (await list.json()) as { result: { id: number }[] };
  const path = `/api/v1/dashboard/${result[0]?.id}/cache_dashboard_screenshot/`;
  const response = await fetch(url + path, { method: "POST", headers, body: "{}" });
  const { image_url } = (await response.json()) as { image_url: string };
  const pdf = await pictureAt(`${image_url}?download_format=pdf`, headers);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const [width = 0, height = 0] = sizeOf(await pictureAt(image_url, headers)).map((pixels) => pixels * 0.75);
  expect(pdf.toString("latin1")).toContain(`/MediaBox [0 0 ${width} ${height}]`);
});
