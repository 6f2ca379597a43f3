import { describe, expect, it } from "vitest";
import { charts, datasets, detailOf, sampleDashboard } from "../../../testing/sample-dashboard.ts";
import { canEditDashboard, chartTitle, datasetOf, formDataOf, toDashboard } from "./dashboard.ts";

describe("toDashboard", () => {
  it("computes the charts in scope of each filter", () => {
    const { reach } = sampleDashboard();
    expect(reach.get("NATIVE_FILTER-origin")).toEqual([1, 2, 3, 4]);
    expect(reach.get("NATIVE_FILTER-city")).toEqual([4]);
  });

  it("shows every chart even when metadata and layout cannot be read", () => {
    const detail = { ...detailOf(), json_metadata: "{", position_json: "not json" };
    const dashboard = toDashboard({ detail, charts, datasets });
    expect(dashboard.filters).toEqual([]);
    expect(Object.values(dashboard.layout).filter((component) => component.type === "CHART")).toHaveLength(4);
  });

  it("finds dataset, title and form data of a chart", () => {
    const dashboard = sampleDashboard({ label_colors: { ORD: "#ff0000" } });
    expect(datasetOf(dashboard, 3)?.table_name).toBe("airports");
    expect(datasetOf(dashboard, 99)).toBeUndefined();
    expect(chartTitle(dashboard, 2)).toBe("Chart 2");
    expect(formDataOf(dashboard, 1, { team: "ops" })).toMatchObject({
      slice_id: 1,
      dashboardId: 5,
      viz_type: "table",
      label_colors: { ORD: "#ff0000" },
      url_params: { team: "ops" },
    });
  });
});

describe("label colors of a chart", () => {
  it("stay its own where the dashboard has none for the label", () => {
    const dashboard = sampleDashboard({ label_colors: { ORD: "#ff0000" } });
    const chart = dashboard.charts.get(1)!;
    const own = { ORD: "#00ff00", DFW: "#0000ff" };
    const charts = new Map([[1, { ...chart, form_data: { ...chart.form_data, label_colors: own } }]]);
    expect(formDataOf({ ...dashboard, charts }, 1, {}).label_colors).toEqual({ ORD: "#ff0000", DFW: "#0000ff" });
  });
});

describe("canEditDashboard", () => {
  const user = { userId: 2, isAdmin: false, canWrite: true };

  it("is for owners and administrators with write permission", () => {
    expect(canEditDashboard(detailOf(), user)).toBe(false);
    expect(canEditDashboard(detailOf(), { ...user, userId: 1 })).toBe(true);
    expect(canEditDashboard(detailOf(), { ...user, isAdmin: true })).toBe(true);
    expect(canEditDashboard(detailOf(), { ...user, userId: 1, canWrite: false })).toBe(false);
    expect(canEditDashboard({ ...detailOf(), is_managed_externally: true }, { ...user, isAdmin: true })).toBe(false);
  });
});
