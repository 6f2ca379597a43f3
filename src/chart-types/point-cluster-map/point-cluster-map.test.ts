import { describe, expect, it } from "vitest";
import type { ClusterLayer, MapSpec } from "../../chart-kit/map/map-spec.ts";
import { QueryContext } from "../../model/query-context.ts";
import { drawChart } from "../../testing/chart.ts";
import { definition as pointClusterMap } from "./definition.ts";
import { gallery } from "./gallery.ts";

const FORM = { all_columns_x: "lon", all_columns_y: "lat", datasource: "1__table", viz_type: "point_cluster_map" };
const ROWS = [
  { lon: 2.35, lat: 48.85, beds: 10 },
  { lon: 2.36, lat: 48.86, beds: 20 },
  { lon: 2.34, lat: 48.84, beds: 60 },
  { lon: -70, lat: -33, beds: 5 },
  { lon: 1, lat: 95, beds: 1 },
];
const draw = (form = {}, rows: Record<string, unknown>[] = ROWS) => {
  const { drawing } = drawChart(pointClusterMap, { ...FORM, ...form }, rows);
  const picture = drawing.props as MapSpec;
  return { drawing, picture, layer: picture.layers[0] as ClusterLayer };
};

describe("query", () => {
  const ask = (form = {}) =>
    QueryContext.parse(pointClusterMap.buildQuery({ ...pointClusterMap.defaults(), ...FORM, ...form })).queries[0];

  it("requests locations, or groups of them if grouped", () => {
    expect(ask()).toMatchObject({ columns: ["lon", "lat"], filters: [{ op: "IS NOT NULL" }, { op: "IS NOT NULL" }] });
    expect(ask()?.metrics ?? []).toEqual([]);
    expect(ask({ map_label: ["count", "beds"], point_radius: "size" })?.columns).toEqual([
      "lon",
      "lat",
      "beds",
      "size",
    ]);
    const grouped = ask({ groupby: ["lon", "lat", "name"], point_radius: "Auto" });
    expect(grouped).toMatchObject({ columns: ["lon", "lat", "name"], metrics: [{ label: "count" }] });
  });

  it("requires locations, also in groups; gallery cases are valid", () => {
    const problems = (form: object) => pointClusterMap.validate({ viz_type: "point_cluster_map", ...form });
    expect(Object.keys(problems({}))).toEqual(["all_columns_x", "all_columns_y"]);
    expect(problems({ ...FORM, groupby: ["name"] })).toEqual({
      groupby: "[Longitude] and [Latitude] columns must be present in [Group By]",
    });
    for (const { name, formData } of gallery) {
      expect(problems({ ...pointClusterMap.defaults(), ...formData }), name).toEqual({});
    }
  });

  it("reads control names of the legacy key", () => {
    const old = { viz_type: "mapbox", mapbox_label: ["beds"], mapbox_color: "rgb(0, 139, 139)", mapbox_style: "x" };
    expect(pointClusterMap.migrate?.(old)).toEqual({
      viz_type: "point_cluster_map",
      map_label: ["beds"],
      map_color: "rgb(0, 139, 139)",
      map_renderer: "mapbox",
      mapbox_style: "x",
    });
  });
});

describe("clusters", () => {
  it("group nearby points when zoomed out and split when zoomed in", () => {
    const { layer, drawing } = draw();
    const [far, near] = [layer.clustersAt(0), layer.clustersAt(20)];
    expect(far.map(({ label }) => label)).toEqual(["3", ""]);
    expect(far[0]?.opensAt).toBeGreaterThan(5);
    expect(near.map(({ opensAt }) => opensAt)).toEqual([undefined, undefined, undefined, undefined]);
    expect(drawing).toMatchObject({
      summary: "Map of 4 points, in 2 clusters when zoomed out.",
      warning: "1 row without a location was left out",
    });
  });

  it("have a margin at the edge of the map that fits the largest one", () => {
    const { layer, drawing } = draw();
    const radii = [0, 5, 20].flatMap((zoom) => layer.clustersAt(zoom).map(({ radius }) => radius));
    expect((drawing.props as MapSpec).margin).toBeGreaterThan(Math.max(...radii));
  });

  it.each([
    ["sum", "90"],
    ["mean", "30"],
    ["max", "60"],
    ["std", "26.46"],
  ])("are labeled by the %s of their points", (pandas_aggfunc, label) => {
    const [paris] = draw({ map_label: ["beds"], pandas_aggfunc }).layer.clustersAt(0);
    expect(paris?.label).toBe(label);
    expect(paris?.mark.tooltip.rows[0]).toEqual({ label: "Points", value: "3" });
  });

  it("count the rows of groups", () => {
    const rows = ROWS.slice(0, 3).map((row) => ({ ...row, count: 1000 }));
    expect(draw({ groupby: ["lon", "lat"] }, rows).layer.clustersAt(0)[0]?.mark.text).toBe("Points 3,000");
  });

  it("are off with a radius of 0; points use the radius column", () => {
    expect(draw({ clustering_radius: "0" }).layer.clustersAt(0)).toHaveLength(4);
    const { layer } = draw({ clustering_radius: "0", point_radius: "beds", point_radius_unit: "Kilometers" });
    expect(layer).toMatchObject({ unit: "meters" });
    expect(layer.clustersAt(3)[0]?.radius).toBe(10_000);
  });

  it("use the configured view", () => {
    expect(draw().picture.view).toBeNull();
    const view = { viewport_longitude: "2", viewport_latitude: 48, viewport_zoom: 7 };
    expect(draw(view).picture.view).toMatchObject({ longitude: 2, latitude: 48, zoom: 7 });
    expect(draw({}, []).drawing.isEmpty).toBe(true);
  });
});
