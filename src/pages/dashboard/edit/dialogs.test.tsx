import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DashboardEditor } from "../../../editor/dashboard-editor.ts";
import { toSavePayload } from "../../../editor/save.ts";
import { chartDataRoutes, grantAllAccess, renderOnDashboard, signIn } from "../../../testing/dashboard-page.tsx";
import { filters, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { prefetchCodeEditor } from "../../../ui/code/CodeEditor.tsx";
import { EditFilters } from "./EditFilters.tsx";
import { EditProperties } from "./EditProperties.tsx";
import { documentOf, EditorContext } from "./editor-context.ts";

import { ProposeDialog } from "./ProposeDialog.tsx";
import { ViewFilters } from "./ViewFilters.tsx";

const WAIT = { timeout: 5000 };

const DIALOGS = { properties: EditProperties, filters: EditFilters, propose: ProposeDialog };

beforeAll(prefetchCodeEditor);

beforeEach(() => {
  localStorage.clear();
  grantAllAccess();
});

const CHARTS = [
  { id: 1, slice_name: "Chart 1", viz_type: "table" },
  { id: 2, slice_name: "Chart 2", viz_type: "big_number_total" },
];

async function open(kind: keyof typeof DIALOGS, metadata: Record<string, unknown> = {}, homeId?: string) {
  const editor = new DashboardEditor(documentOf(sampleDashboard(metadata)));
  const onClose = vi.fn();
  const Part = DIALOGS[kind];
  renderOnDashboard(
    <EditorContext value={editor}>
      <Part onClose={onClose} homeId={homeId} />
    </EditorContext>,
    metadata,
    {
      ...chartDataRoutes(),
      "GET /api/v1/dashboard/related/owners": { body: { count: 1, result: [{ value: 2, text: "Grace Hopper" }] } },
      "GET /api/v1/dashboard/related/roles": { body: { count: 1, result: [{ value: 4, text: "Gamma" }] } },
      "GET /api/v1/tag/": { body: { count: 1, ids: [9], result: [{ id: 9, name: "air", type: 1 }] } },
      "GET /api/v1/theme/": { body: { count: 1, ids: [6], result: [THEME] } },
      "GET /api/v1/css_template/": {
        body: { count: 1, ids: [3], result: [{ id: 3, template_name: "Quiet", css: "h3 { opacity: 0.5 }" }] },
      },
      "GET /api/v1/chart/": { body: { count: 2, ids: [1, 2], result: CHARTS } },
      "GET /api/v1/dataset/7": { body: { id: 7, result: { id: 7, table_name: "flights", columns: [], metrics: [] } } },
      "GET /api/v1/dataset/": { body: { count: 1, ids: [7], result: [{ id: 7, table_name: "flights" }] } },
    },
  );
  const dialog = await screen.findByRole("dialog", {}, WAIT);
  return { editor, onClose, inside: within(dialog) };
}

const THEME = {
  id: 6,
  theme_name: "Copper",
  json_data: '{"token": {"colorPrimary": "#a04f14"}}',
  is_system: false,
  is_system_default: false,
  is_system_dark: false,
};

async function writeCss(inside: ReturnType<typeof within>, text: string) {
  const view = EditorView.findFromDOM(await inside.findByRole("textbox", { name: "CSS" }));
  act(() => view?.dispatch({ changes: { from: 0, insert: text } }));
}

const filterNames = (editor: DashboardEditor) =>
  editor.document.filters.map((entry) => ("name" in entry ? entry.name : entry.title));

describe("a suggested layout", () => {
  it("adds the selected charts of a dataset as one step", async () => {
    const { editor, onClose, inside } = await open("propose");
    const before = editor.document.layout;
    await userEvent.click(inside.getByRole("combobox", { name: "Dataset" }));
    fireEvent.click(await screen.findByTitle("flights"));
    await userEvent.click(await inside.findByRole("checkbox", { name: /^Chart 1/ }));
    await userEvent.click(inside.getByRole("button", { name: "Add 1 chart" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const added = Object.values(editor.document.layout).filter(({ id }) => !(id in before));
    expect(added.map(({ type, meta }) => [type, meta.chartId])).toEqual([
      ["ROW", undefined],
      ["CHART", 2],
    ]);
    expect(editor.getSnapshot()).toMatchObject({ undoLabel: "Applied suggested layout", unsaved: 1 });
  });

  it("fills the tab where it was opened", async () => {
    const { editor, onClose, inside } = await open("propose", {}, "TAB-b");
    const before = editor.document.layout["TAB-b"]?.children ?? [];
    await userEvent.click(inside.getByRole("combobox", { name: "Dataset" }));
    fireEvent.click(await screen.findByTitle("flights"));
    await userEvent.click(await inside.findByRole("button", { name: "Add 2 charts" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    const { layout } = editor.document;
    const rows = layout["TAB-b"]?.children.slice(before.length) ?? [];
    expect(rows.flatMap((row) => layout[row]?.children.map((id) => layout[id]?.meta.chartId))).toEqual([2, 1]);
  });
});

describe("the properties dialog", () => {
  it("sets owners, roles and tags found on the server as one step", async () => {
    const { editor, inside } = await open("properties");
    await userEvent.click(inside.getByRole("tab", { name: "Access" }));
    for (const [field, choice] of Object.entries({ Owners: "Grace Hopper", Roles: "Gamma", Tags: "air" })) {
      await userEvent.click(inside.getByRole("combobox", { name: field }));
      fireEvent.click(await screen.findByTitle(choice));
    }
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    expect(toSavePayload(editor.document, new Map())).toMatchObject({ owners: [1, 2], roles: [4], tags: [9] });
    editor.undo();
    expect(toSavePayload(editor.document, new Map())).toMatchObject({ owners: [1], roles: [], tags: [] });
  });

  it("explains an invalid tag name right away and closes the list", async () => {
    const { editor, inside } = await open("properties");
    signIn([
      ["can_write", "Dashboard"],
      ["can_write", "Tag"],
    ]);
    await userEvent.click(inside.getByRole("tab", { name: "Access" }));
    const field = inside.getByRole("combobox", { name: "Tags" });
    await userEvent.type(field, "type:chart,");
    expect(inside.getByRole("alert").textContent).toBe("Tag names can't contain ':' or ','.");
    expect(field.getAttribute("aria-expanded")).toBe("false");
    await userEvent.type(field, "quarterly,");
    expect(inside.queryByRole("alert")).toBeNull();
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    expect(editor.document.properties.tags).toEqual([{ name: "quarterly" }]);
  });

  it("applies all changes as one undoable step", async () => {
    const { editor, onClose, inside } = await open("properties");
    fireEvent.change(inside.getByLabelText("Name"), { target: { value: "Delays" } });
    fireEvent.change(inside.getByLabelText("URL slug"), { target: { value: "delays" } });
    await userEvent.click(inside.getByRole("tab", { name: "Behavior" }));
    await userEvent.click(inside.getByRole("checkbox", { name: "Cross-filtering" }));
    await userEvent.click(inside.getByRole("tab", { name: "Styling" }));
    await userEvent.click(inside.getByRole("checkbox", { name: "Show when charts were queried" }));
    await writeCss(inside, "h3 { color: red }");
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    expect(onClose).toHaveBeenCalledOnce();
    const { properties, metadata } = editor.document;
    expect(properties).toMatchObject({ dashboard_title: "Delays", slug: "delays", css: "h3 { color: red }" });
    expect(metadata).toMatchObject({ cross_filters_enabled: false, show_chart_timestamps: true });
    expect(editor.getSnapshot()).toMatchObject({ undoLabel: "Changed properties", unsaved: 1 });
    editor.undo();
    expect(editor.document.properties.css).toBeNull();
    expect(editor.document.metadata.cross_filters_enabled).toBe(true);
  });

  it("sets a theme, which can be undone", async () => {
    const { editor, inside } = await open("properties");
    await userEvent.click(inside.getByRole("tab", { name: "Styling" }));
    await userEvent.click(inside.getByRole("combobox", { name: "Theme" }));
    fireEvent.click(await screen.findByTitle("Copper"));
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    expect(toSavePayload(editor.document, new Map()).theme_id).toBe(6);
    editor.undo();
    expect(toSavePayload(editor.document, new Map()).theme_id).toBeNull();
  });

  it("appends a CSS template to the CSS", async () => {
    const { editor, inside } = await open("properties");
    await userEvent.click(inside.getByRole("tab", { name: "Styling" }));
    await writeCss(inside, "h3 { color: red }");
    await userEvent.click(inside.getByRole("combobox", { name: "CSS template" }));
    fireEvent.click(await screen.findByTitle("Quiet"));
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    expect(editor.document.properties.css).toBe("h3 { color: red }\n\nh3 { opacity: 0.5 }");
  });

  it("drops stored label colors when the scheme changes", async () => {
    const { editor, inside } = await open("properties", { map_label_colors: { ORD: "#123456" } });
    await userEvent.click(inside.getByRole("tab", { name: "Styling" }));
    await userEvent.click(inside.getByRole("combobox", { name: "Color scheme" }));
    const options = await waitFor(() => {
      const found = document.querySelectorAll(".ant-select-item-option");
      expect(found.length).toBeGreaterThan(2);
      return found;
    });
    fireEvent.click(options[2] as Element);
    await userEvent.click(inside.getByRole("button", { name: "Apply" }));
    const { metadata } = editor.document;
    expect(metadata.color_scheme).not.toBe("");
    expect(metadata.map_label_colors).toEqual({});
    expect((metadata.color_scheme_domain as string[]).length).toBeGreaterThan(2);
  });

  it("accepts only an object as JSON metadata, with valid label colors or those it had before", async () => {
    const { editor, inside } = await open("properties", { label_colors: { LAX: "tomato" } });
    await userEvent.click(inside.getByRole("tab", { name: "Advanced" }));
    const json = inside.getByLabelText("JSON metadata");
    const apply = inside.getByRole("button", { name: "Apply" }) as HTMLButtonElement;
    fireEvent.change(json, { target: { value: "[1]" } });
    expect(inside.getAllByText("JSON metadata must be an object")).toHaveLength(1);
    expect(apply.disabled).toBe(true);
    fireEvent.change(json, { target: { value: "{" } });
    expect(inside.getAllByText(/^JSON metadata isn't valid JSON/).length).toBeGreaterThan(0);
    fireEvent.change(json, { target: { value: '{"label_colors": {"LAX": "tomato", "ORD": "teal-ish"}}' } });
    expect(inside.getAllByText('Invalid color for "ORD": teal-ish').length).toBeGreaterThan(0);
    fireEvent.change(json, { target: { value: '{"refresh_frequency": "often"}' } });
    expect(inside.getAllByText(/^JSON metadata: "refresh_frequency" isn't valid\./).length).toBeGreaterThan(0);
    expect(apply.disabled).toBe(true);
    await userEvent.click(inside.getByRole("tab", { name: "General" }));
    expect(inside.getByText(/"refresh_frequency" isn't valid/), "shown while its field is hidden").toBeTruthy();
    await userEvent.click(inside.getByRole("tab", { name: /^Advanced/ }));
    const metadata = { refresh_frequency: 60, own_key: 1, label_colors: { LAX: "tomato", ORD: "#088580" } };
    fireEvent.change(inside.getByLabelText("JSON metadata"), { target: { value: JSON.stringify(metadata) } });
    await userEvent.click(apply);
    expect(editor.document.metadata).toEqual(metadata);
  });
});

describe("the filter dialog", () => {
  it("renames and reorders filters by keyboard as one step", async () => {
    const { editor, onClose, inside } = await open("filters");
    fireEvent.change(inside.getByLabelText("Filter name"), { target: { value: "From" } });
    fireEvent.keyDown(inside.getByRole("button", { name: "From" }), { key: "ArrowDown", altKey: true });
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(filterNames(editor)).toEqual(["City", "From", "Departure"]);
    expect(editor.getSnapshot().undoLabel).toBe("Changed filters");
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("restores a removed filter within five seconds, not after", async () => {
    const { editor, inside } = await open("filters");
    vi.useFakeTimers();
    try {
      fireEvent.click(inside.getByRole("button", { name: "Remove City" }));
      expect(inside.getByText("(Removed) City")).toBeTruthy();
      act(() => vi.advanceTimersByTime(4000));
      fireEvent.click(inside.getByRole("button", { name: "Undo?" }));
      act(() => vi.advanceTimersByTime(6000));
      expect(inside.getByRole("button", { name: "City" })).toBeTruthy();
      fireEvent.click(inside.getByRole("button", { name: "City" }));
      fireEvent.click(inside.getByRole("button", { name: "Remove City" }));
      act(() => vi.advanceTimersByTime(5001));
      expect(inside.getByLabelText("Filter name")).toHaveProperty("value", "Origin");
      expect(inside.queryByText(/City/)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    expect(inside.getByText("2 filters")).toBeTruthy();
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(filterNames(editor)).toEqual(["Origin", "Departure"]);
  });

  it("offers dependencies only for filters with values", async () => {
    const { inside } = await open("filters");
    expect(inside.getByLabelText("Values are dependent on other filters")).toBeTruthy();
    await userEvent.click(inside.getByRole("button", { name: "Departure" }));
    expect(inside.getByLabelText("Filter name")).toHaveProperty("value", "Departure");
    expect(inside.queryByLabelText("Values are dependent on other filters")).toBeNull();
  });

  it("shows what is missing instead of saving", async () => {
    const { editor, onClose, inside } = await open("filters");
    fireEvent.change(inside.getByLabelText("Filter name"), { target: { value: "" } });
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(inside.getByText("Fix 1 entry to save")).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    expect(editor.getSnapshot().unsaved).toBe(0);
  });

  it("rejects circular dependencies", async () => {
    const [first, second, third] = filters;
    const cyclic = [{ ...first, cascadeParentIds: [second?.id] }, { ...second, cascadeParentIds: [first?.id] }, third];
    const { onClose, inside } = await open("filters", { native_filter_configuration: cyclic });
    await userEvent.click(inside.getByRole("tab", { name: /^Scoping/ }));
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(inside.getByText(/^Cyclic dependency/)).toBeTruthy();
    const field = inside.getByLabelText("Values are dependent on other filters");
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(onClose).not.toHaveBeenCalled();
  });

  it("scopes a filter by a tree of tabs and charts", async () => {
    const { editor, inside } = await open("filters");
    await userEvent.click(inside.getByRole("tab", { name: /^Scoping/ }));
    const row = (name: string) => inside.getByText(name).closest(".ant-tree-treenode") as HTMLElement;
    expect(row("Chart 1").textContent).toBe("Chart 1");
    fireEvent.click(row("Cities").querySelector(".ant-tree-checkbox") as Element);
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(editor.document.filters[0]).toMatchObject({ scope: { rootPath: ["TAB-a"] } });
  });

  it("edits and removes pre-filter conditions", async () => {
    const [first, ...others] = filters;
    const stored = [
      { clause: "WHERE", expressionType: "SIMPLE", subject: "delay", operator: ">", comparator: 15 },
      { clause: "WHERE", expressionType: "SQL", sqlExpression: "distance > 500" },
      { clause: "HAVING", expressionType: "SQL", sqlExpression: "COUNT(*) > 9" },
    ];
    const { editor, inside } = await open("filters", {
      native_filter_configuration: [{ ...first, adhoc_filters: stored }, ...others],
    });
    const list = within(inside.getByRole("list", { name: "Conditions on available values" }));
    await userEvent.click(list.getByRole("button", { name: "Remove distance > 500" }));
    await userEvent.click(list.getByRole("button", { name: "delay is greater than 15" }));
    const condition = within(await screen.findByRole("dialog", { name: "Condition: delay is greater than 15" }, WAIT));
    await userEvent.click(await condition.findByRole("combobox", { name: "Comparison" }, WAIT));
    fireEvent.click(await screen.findByTitle("is not"));
    await userEvent.click(condition.getByRole("button", { name: "Apply" }));
    expect(list.getByRole("button", { name: "delay is not 15" })).toBeTruthy();
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    expect(editor.document.filters[0]).toMatchObject({
      adhoc_filters: [{ clause: "WHERE", subject: "delay", operator: "!=", comparator: 15 }, stored[2]],
    });
  });

  it("marks charts without the column", async () => {
    const { inside } = await open("filters");
    await userEvent.click(inside.getByRole("button", { name: "City" }));
    await userEvent.click(inside.getByRole("tab", { name: /^Scoping/ }));
    expect(inside.getAllByText('no column "city"').length).toBeGreaterThan(0);
  });
});

describe("filters edited in view mode", () => {
  it("are saved right away, without the rest of the dashboard", async () => {
    const detail = sampleDashboard().detail;
    const { requests, store } = renderOnDashboard(
      <ViewFilters onClose={() => {}} />,
      {},
      {
        ...chartDataRoutes(),
        "GET /api/v1/dashboard/5": { body: { id: 5, result: detail } },
        "PUT /api/v1/dashboard/5": { body: { id: 5, result: {} } },
        "GET /api/v1/dataset/7": {
          body: { id: 7, result: { id: 7, table_name: "flights", columns: [], metrics: [] } },
        },
        "GET /api/v1/dataset/": { body: { count: 1, ids: [7], result: [{ id: 7, table_name: "flights" }] } },
      },
    );
    const inside = within(await screen.findByRole("dialog", {}, WAIT));
    fireEvent.change(inside.getByLabelText("Filter name"), { target: { value: "Airport" } });
    await userEvent.click(inside.getByRole("button", { name: "Save filters" }));
    await waitFor(() => expect(requests.some(({ method }) => method === "PUT")).toBe(true));
    const put = requests.find(({ method }) => method === "PUT");
    expect(Object.keys(put?.body as object)).toEqual(["json_metadata"]);
    const { json_metadata } = (put?.body ?? {}) as { json_metadata: string };
    expect(JSON.parse(json_metadata).native_filter_configuration[0].name).toBe("Airport");
    expect(put?.headers.get("if-match")).toBe(`"${detail.changed_on}"`);
    expect(store.getState().dashboard.filters).toHaveLength(3);
  });
});
