import { describe, expect, test } from "vitest";
import type { Control, ControlState } from "../chart-seam/control.ts";
import { controlsOf, visibleControls } from "../chart-seam/define.ts";
import { CANNOT_BE_EMPTY } from "../chart-seam/problems.ts";
import type { Dataset } from "../model/dataset.ts";
import { loadAllChartTypes } from "../testing/chart-types.ts";
import { CHART_CARDS, loadedChartType } from "./index.ts";

await loadAllChartTypes();

/**
 * The controls of each type in stored charts: `name`, `*` = required, `~` = only redraws, `=` default, `{}` choices,
 * `+` = free text allowed, `[0..1/0.1]` range and step. A type may offer more.
 */
const LEGEND_PLAIN =
  "show_legend~=true;legendOrientation~=top{top|bottom|left|right};legendMargin~;legendSort~=null{asc|desc|null}";
const LEGEND = `${LEGEND_PLAIN};legendType~=scroll{scroll|plain}`;
const MARGINS = "{0|15|30|50|75|100|125|150|200}+";
const TITLES_PLAIN = `x_axis_title~;x_axis_title_margin~=0${MARGINS};y_axis_title~`;
const TITLES = `${TITLES_PLAIN};y_axis_title_margin~=0${MARGINS};y_axis_title_position~=Left{Left|Top}`;
const TOOLTIP =
  "rich_tooltip~=true;showTooltipTotal~=true;showTooltipPercentage~=false;tooltipSortByMetric~=false;tooltipTimeFormat~=smart_date";
const AXIS_X =
  "x_axis_time_format~=smart_date;x_axis_number_format~=~g;xAxisLabelRotation~=0{0|45|90}+;xAxisLabelInterval~=auto{auto|0};force_max_interval~=false;truncateXAxis~=true;xAxisBounds~";
const AXIS_Y =
  "y_axis_format~=SMART_NUMBER;currency_format~;logAxis~=false;minorSplitLine~=false;truncateYAxis~=false;y_axis_bounds~=[null,null]";
const ROLLING = "rolling_type{None|mean|sum|std|cumsum};rolling_periods;min_periods";
const SHIFTS =
  "time_compare{1 day ago|1 week ago|28 days ago|30 days ago|52 weeks ago|1 year ago|104 weeks ago|2 years ago|156 weeks ago|3 years ago}+;comparison_type=values{values|difference|percentage|ratio}";
const RESAMPLE =
  "resample_rule{1T|1H|1D|7D|1MS|1M|1AS|1A}+;resample_method{asfreq|zerofill|linear|ffill|bfill|median|mean|sum}";
const ADVANCED = `${ROLLING};${SHIFTS};${RESAMPLE}`;
const FORECAST =
  "forecastEnabled=false;forecastPeriods=10;forecastInterval=0.8;forecastSeasonalityYearly=null{null|true|false}+;forecastSeasonalityWeekly=null{null|true|false}+;forecastSeasonalityDaily=null{null|true|false}+";
const COMPARISON =
  "time_compare{1 day ago|1 week ago|1 month ago|1 year ago|custom|inherit}+;start_date_offset;comparison_range_label";
const ROW_LIMIT = "row_limit=10000{10|50|100|250|500|1000|5000|10000|50000}+";
const LIMITS = "{5|10|25|50|100|500}+";
const SORTED = "timeseries_limit_metric;order_desc=true";
const LINES = `x_axis*;time_grain_sqla;xAxisForceCategorical~=false;x_axis_sort;x_axis_sort_asc=true;metrics*;groupby;contributionMode{null|row|column};adhoc_filters=[];limit${LIMITS};group_others_when_limit_reached=false;${SORTED};${ROW_LIMIT};truncate_metric=true;show_empty_columns=true;${ADVANCED};${FORECAST};annotation_layers=[];${LEGEND};${TOOLTIP};${AXIS_X};${AXIS_Y};zoomable~=false;minorTicks~=false;color_scheme~;time_shift_color~=true;sort_series_type~=sum{name|sum|min|max|avg};sort_series_ascending~=false;show_value~=false`;
const STACKED = "only_total~=true;percentage_threshold~=0";
const MARKED = "markerEnabled~=false;markerSize~=6[0..20/1]";
const AREA = "area~=false;opacity~=0.2[0..1/0.1]";
const OPTIONS = "echart_options~={}";
const PAGES = "{10|20|50|100|200}+";
const TABLE_ROWS = `query_mode=aggregate{aggregate|raw};groupby;time_grain_sqla;metrics;percent_metrics;${SORTED};all_columns;order_by_cols;adhoc_filters=[]`;
const TABLE = `${TABLE_ROWS};show_totals=false;server_pagination=false;server_page_length=10${PAGES};table_timestamp_format~=smart_date;page_length~${PAGES};include_search~=false;column_config~;show_cell_bars~=true;align_pn~=false;color_pn~=true;comparison_color_enabled=false;comparison_color_scheme{Green|Red};conditional_formatting~;${COMPARISON}`;
const MANY_ROWS = "{100000|150000|200000|250000|300000|350000|400000|450000|500000}+";
const FIGURE_SIZES = "{0.2|0.3|0.4|0.5|0.6}";
const TEXT_SIZES = "{0.125|0.15|0.2|0.3|0.4}";
const FIGURE = `metric*;adhoc_filters=[];subtitle~;subtitle_font_size~=0.15${TEXT_SIZES};show_metric_name~=false;metric_name_font_size~=0.15${TEXT_SIZES};y_axis_format~=SMART_NUMBER;currency_format~`;
const TIMED_FIGURE = "time_format~=smart_date;force_timestamp_formatting~=false";
const ORDER = "{key_a_to_z|key_z_to_a|value_a_to_z|value_z_to_a}";
const WRITTEN = "number_format~=SMART_NUMBER;currency_format~";
const ROAM = "roam~=true{false|scale|move|true}";
const TIME = "granularity_sqla;time_grain_sqla;time_range";
const HALF = (suffix: string, query: string) =>
  `metrics${query}*;groupby${query};adhoc_filters${query}=[];limit${query}${LIMITS};timeseries_limit_metric${query};order_desc${query}=true;${ROW_LIMIT.replace("row_limit", `row_limit${query}`)};truncate_metric${query}=true;rolling_type${query};rolling_periods${query};min_periods${query};group_others_when_limit_reached${query}=false;time_compare${query};comparison_type${query}=values;resample_rule${query};resample_method${query};seriesType${suffix}~=line{line|scatter|smooth|bar|start|middle|end};stack${suffix}~=false;area${suffix}~=false;show_value${suffix}~=false;only_total${suffix}~=true;opacity${suffix}~=0.2[0..1/0.1];markerEnabled${suffix}~=false;markerSize${suffix}~=6[0..100/1];yAxisIndex${suffix}~=0{0|1};sort_series_type${suffix}~=sum;sort_series_ascending${suffix}~=false`;
const PLACES = `adhoc_filters=[];${ROW_LIMIT};filter_nulls=true;map_style~="https://tiles.openfreemap.org/styles/liberty"{"https://tiles.openfreemap.org/styles/liberty"|"https://basemaps.cartocdn.com/gl/positron-gl-style/style.json"|"https://basemaps.cartocdn.com/gl/dark-matter-gl-style/style.json"};autozoom~=true;viewport~`;
const TOOLTIP_ROW = "tooltip_contents=[];tooltip_template";
const MAP_LEGEND = "legend_position~=tr{null|tl|tr|bl|br};legend_format~";

const TYPES: Readonly<Record<string, string>> = {
  table: `${TABLE};percent_metric_calculation=row_limit{row_limit|all_records};${ROW_LIMIT}${""};row_limit=10000${MANY_ROWS};allow_rearrange_columns~=false;allow_render_html~=true;page_length~{0}+`,
  "ag-grid-table": `${TABLE};row_limit=10000${MANY_ROWS}`,
  pivot_table_v2: `groupbyColumns;groupbyRows;time_grain_sqla;metrics*;metricsLayout~=COLUMNS{COLUMNS|ROWS};adhoc_filters=[];series_limit${LIMITS};${ROW_LIMIT};series_limit_metric;order_desc=true;aggregateFunction=Sum{Count|Count Unique Values|List Unique Values|Sum|Average|Median|Sample Variance|Sample Standard Deviation|Minimum|Maximum|First|Last|Sum as Fraction of Total|Sum as Fraction of Rows|Sum as Fraction of Columns|Count as Fraction of Total|Count as Fraction of Rows|Count as Fraction of Columns};rowTotals=false;rowSubTotals=false;colTotals=false;colSubTotals=false;transposePivot=false;combineMetric=false;valueFormat~=SMART_NUMBER;currency_format~;date_format~=smart_date;rowOrder=key_a_to_z${ORDER};colOrder=key_a_to_z${ORDER};rowSubtotalPosition~=false;colSubtotalPosition~=false;conditional_formatting~;allow_render_html~=true`,
  time_table: `${TIME};metrics*;groupby;limit${LIMITS};${ROW_LIMIT};url;column_collection*`,
  big_number: `${FIGURE};${TIMED_FIGURE};x_axis*;time_grain_sqla;aggregation=LAST_VALUE{raw|LAST_VALUE|sum|mean|min|max|median};compare_lag;compare_suffix;show_timestamp~=false;show_trend_line~=true;start_y_axis_at_zero~=true;time_range_fixed~;color_picker~={"r":0,"g":122,"b":135,"a":1};header_font_size~=0.4${FIGURE_SIZES};subheader_font_size~=0.15${TEXT_SIZES};show_x_axis~=false;show_y_axis~=false;${ROLLING};${RESAMPLE}`,
  big_number_total: `${FIGURE};${TIMED_FIGURE};header_font_size~=0.4${FIGURE_SIZES};conditional_formatting~`,
  pop_kpi: `${FIGURE};${ROW_LIMIT};header_font_size~=0.2${FIGURE_SIZES};subheader_font_size~=0.125${TEXT_SIZES};percentDifferenceFormat~;comparison_color_enabled=false;comparison_color_scheme;column_config;${COMPARISON}`,
  handlebars: `${TABLE_ROWS};include_time=false;percent_metric_calculation=row_limit{row_limit|all_records};${ROW_LIMIT};handlebarsTemplate~*;styleTemplate~`,
  echarts_timeseries_line: `${LINES};${TITLES};${AREA};${MARKED};${STACKED};${OPTIONS};stack~=null{null|Stack|Stream}`,
  echarts_timeseries: `${LINES};${TITLES};${AREA};${MARKED};${STACKED};${OPTIONS};stack~=null{null|Stack|Stream}`,
  echarts_area: `${LINES};${TITLES};opacity~=0.2[0..1/0.1];${MARKED};${STACKED};${OPTIONS};stack~=null{null|Stack|Stream|Expand};seriesType~=line{line|smooth|start|middle|end};show_extra_controls~=false`,
  echarts_timeseries_bar: `${LINES};${TITLES_PLAIN};y_axis_title_margin~=15${MARGINS};y_axis_title_position~=Left{Left|Top};${STACKED};${OPTIONS};orientation~=vertical{vertical|horizontal};stack~=null{null|Stack};stackDimension~;color_by_primary_axis~=false;show_extra_controls~=false`,
  echarts_timeseries_scatter: `${LINES};${TITLES};markerSize~=6[0..100/1]`,
  echarts_timeseries_smooth: `${LINES};${TITLES};${MARKED};${OPTIONS}`,
  echarts_timeseries_step: `${LINES};${TITLES};${AREA};${MARKED};${STACKED};stack~=null{null|Stack|Stream};seriesType~=start{start|middle|end}`,
  mixed_timeseries: `x_axis*;time_grain_sqla;${HALF("", "")};${HALF("B", "_b")};annotation_layers=[];${LEGEND};${AXIS_X};${AXIS_Y};${TOOLTIP};show_query_identifiers~=false;yAxisTitleSecondary~;y_axis_format_secondary~;currency_format_secondary~;logAxisSecondary~=false;y_axis_bounds_secondary~;${TITLES};zoomable~=false;minorTicks~=false;color_scheme~;time_shift_color~=true;xAxisForceCategorical~=false;${OPTIONS}`,
  pie: `groupby;metric*;adhoc_filters=[];row_limit=100;sort_by_metric=true;show_labels_threshold~=5;threshold_for_other~=0[0..100/0.5];roseType~{area|radius|null};${LEGEND};label_type~=key_percent{key|value|percent|key_value|key_percent|key_value_percent|value_percent|template};label_template~;${WRITTEN};date_format~;show_labels~=true;labels_outside~=true;label_line~=false;show_total~=false;outerRadius~=70[10..100/1];donut~=false;innerRadius~=30[10..100/1];color_scheme~`,
  funnel: `groupby;metric*;adhoc_filters=[];row_limit=10;sort_by_metric=true;percent_calculation_type~=first_step{first_step|prev_step|total};${LEGEND_PLAIN};label_type~=0{0|1|2|3|4|5|6};tooltip_label_type~=5{0|1|2|3|4|5|6};${WRITTEN};show_labels~=true;show_tooltip_labels~=true;color_scheme~`,
  gauge_chart: `groupby;metric*;row_limit=10{1|2|3|4|5|6|7|8|9|10}+;sort_by_metric=true;min_val~;max_val~;start_angle~=225;end_angle~=-45;color_scheme~;font_size~=15[10..20/1];${WRITTEN};value_formatter~="{value}";show_pointer~=true;animation~=true;show_axis_tick~=false;show_split_line~=false;split_number~=10[3..30/1];show_progress~=true;overlap~=true;round_cap~=false;intervals~="";interval_color_indices~=""`,
  graph_chart: `source*;target*;metric*;source_category;target_category;adhoc_filters=[];${ROW_LIMIT};${LEGEND};layout~=force{force|circular};edgeSymbol~=none,arrow{none,none|none,arrow|circle,arrow|circle,circle};draggable~=false;${ROAM};selectedMode~=single{false|single|multiple};showSymbolThreshold~=0;baseNodeSize~=20;baseEdgeWidth~=3;edgeLength~=400[100..1000];gravity~=0.3;repulsion~=1000[100..3000];friction~=0.2`,
  sankey_v2: `source*;target*;metric*;adhoc_filters=[];${ROW_LIMIT};sort_by_metric;color_scheme~`,
  chord: `groupby*;columns*;metric*;adhoc_filters=[];${ROW_LIMIT};sort_by_metric;y_axis_format~;color_scheme~`,
  radar: `groupby;metrics*;timeseries_limit_metric;adhoc_filters=[];row_limit=10;color_scheme~;${LEGEND};show_labels~=true;label_type~=value{value|key_value};label_position~=top{top|left|right|bottom|inside|insideLeft|insideRight|insideTop|insideBottom|insideTopLeft|insideBottomLeft|insideTopRight|insideBottomRight};number_format~;date_format~;column_config~;is_circle~=false`,
  treemap_v2: `groupby;metric*;${ROW_LIMIT};sort_by_metric;adhoc_filters=[];color_scheme~;show_labels~=true;show_upper_labels~=true;label_type~=key_value{Key|value|key_value};${WRITTEN};date_format~`,
  sunburst_v2: `columns;metric*;secondary_metric;adhoc_filters=[];${ROW_LIMIT};sort_by_metric;color_scheme~;linear_color_scheme~;show_labels~=false;show_labels_threshold~=5;show_total~=false;label_type~=key{key|value|key_value};${WRITTEN};date_format~`,
  tree_chart: `id*;parent*;name;root_node_id~;metric;adhoc_filters=[];${ROW_LIMIT};layout~=orthogonal{orthogonal|radial};orient~=LR{LR|RL|TB|BT};node_label_position~=left;child_label_position~=bottom;emphasis~=descendant{ancestor|descendant};symbol~=emptyCircle{emptyCircle|circle|rect|triangle|diamond|pin|arrow|none};symbolSize~=7[5..30];${ROAM};initialTreeDepth~=2{-1|0|1|2|3|4|5|6|7|8|9|10}`,
  box_plot: `columns*;time_grain_sqla;groupby;metrics*;adhoc_filters=[];series_limit${LIMITS};series_limit_metric;${ROW_LIMIT};whiskerOptions=Tukey{Tukey|Min/max (no outliers)|2/98 percentiles|5/95 percentiles|9/91 percentiles|10/90 percentiles}+;${TITLES};color_scheme~;x_ticks_layout~=auto{auto|flat|45°|90°|staggered};number_format~;date_format~;zoomable~=false`,
  bubble_v2: `series;entity*;x*;y*;size*;adhoc_filters=[];orderby;order_desc=true;${ROW_LIMIT};${LEGEND};max_bubble_size~="25"{"5"|"10"|"15"|"25"|"50"|"75"|"100"}+;tooltipSizeFormat~;opacity~=0.6[0..1/0.1];x_axis_title~;xAxisLabelRotation~;xAxisLabelInterval~=auto{auto|0};x_axis_title_margin~=15${MARGINS};xAxisFormat~;logXAxis~=false;y_axis_title~;yAxisLabelRotation~=0{0|45}+;y_axis_title_margin~${MARGINS};y_axis_format~;logYAxis~=false;truncateXAxis~=false;xAxisBounds~;truncateYAxis~=false;y_axis_bounds~`,
  histogram_v2: `column*;groupby;adhoc_filters=[];${ROW_LIMIT};bins=5{5|10|15|20}+;normalize=false;cumulative=false;color_scheme~;show_value~=false;show_legend~=true;x_axis_title~;x_axis_format~;y_axis_title~;y_axis_format~`,
  heatmap_v2: `x_axis*;time_grain_sqla;groupby*;metric*;adhoc_filters=[];${ROW_LIMIT};sort_x_axis{alpha_asc|alpha_desc|value_asc|value_desc};sort_y_axis{alpha_asc|alpha_desc|value_asc|value_desc};normalize_across=heatmap{heatmap|x|y};legend_type~=continuous{continuous|piecewise};linear_color_scheme~;border_color~={"r":0,"g":0,"b":0,"a":1};border_width~=0[0..2];xscale_interval~=-1{-1|1|50};yscale_interval~=-1{-1|1|50};left_margin~=auto{auto|50|75|100|125|150|200}+;bottom_margin~=auto{auto|50|75|100|125|150|200}+;value_bounds~;y_axis_format~;x_axis_time_format~;xAxisLabelRotation~;currency_format~;show_legend~=true;show_percentage~=true;show_values~=false;normalized~=false`,
  waterfall: `x_axis*;time_grain_sqla;groupby;metric*;adhoc_filters=[];${ROW_LIMIT};show_value~=false;show_legend~=false;increase_color~={"r":90,"g":193,"b":137,"a":1};decrease_color~={"r":224,"g":67,"b":85,"a":1};total_color~={"r":102,"g":102,"b":102,"a":1};increase_label~;decrease_label~;total_label~;show_total~=true;x_axis_label~;x_axis_time_format~;x_ticks_layout~;y_axis_label~;y_axis_format~;currency_format~`,
  gantt_chart: `start_time*;end_time*;y_axis*;series;subcategories~=false;tooltip_metrics;tooltip_columns;adhoc_filters=[];order_by_cols;${ROW_LIMIT};${TITLES_PLAIN};y_axis_title_margin~;color_scheme~;${LEGEND};zoomable~=false;show_extra_controls~=false;x_axis_time_bounds~;x_axis_time_format~;tooltipTimeFormat~;tooltipValuesFormat~`,
  word_cloud: `series*;metric*;adhoc_filters=[];row_limit=100;sort_by_metric;size_from~=10;size_to~=70;rotation~=square{square|flat|random};color_scheme~`,
  cal_heatmap: `granularity_sqla*;time_range*;domain_granularity=month{hour|day|week|month|year};subdomain_granularity=day{min|hour|day|week|month};metrics*;adhoc_filters=[];linear_color_scheme~;cell_size~=10;cell_padding~=2;cell_radius~=0;steps~=10;y_axis_format~;x_axis_time_format~;show_legend~=true;show_values~=false;show_metric_name~=true`,
  partition: `${TIME};metrics*;groupby;limit${LIMITS};contribution=false;time_series_option=not_time{not_time|time_series|agg_mean|agg_sum|point_diff|point_percent|point_factor|adv_anal};${ADVANCED};partition_limit~=5;partition_threshold~=0.05;log_scale~=false;equal_date_size~=true;rich_tooltip~=true`,
  rose: `${TIME};metrics*;groupby;limit${LIMITS};${SORTED};contribution=false;rich_tooltip~=true;rose_area_proportion~=false;${ADVANCED}`,
  horizon: `time_grain_sqla;metrics*;groupby;series_height~=25{10|25|40|50|75|100|150|200}+;horizon_color_scale~=series{series|overall|change}`,
  para: `series;metrics*;secondary_metric;adhoc_filters=[];${SORTED};${ROW_LIMIT};show_datatable~=false;include_series~=false;linear_color_scheme~`,
  paired_ttest: `${TIME};metrics*;groupby*;adhoc_filters=[];${ROW_LIMIT};significance_level~=0.05;pvalue_precision~=6;liftvalue_precision~=4`,
  time_pivot: `time_grain_sqla;metric*;adhoc_filters=[];freq=W-MON{AS|52W-MON|W-SUN|W-MON|D|4W-MON}+;line_interpolation~;color_picker~;left_margin~=auto{auto|50|75|100|125|150|200}+;bottom_margin~=auto{auto|50|75|100|125|150|200}+;y_axis_bounds~`,
  compare: `time_grain_sqla;metrics*;groupby;${ADVANCED};annotation_layers=[];x_axis_title_margin~${MARGINS};y_axis_title_margin~${MARGINS}`,
  bullet: `metric*;adhoc_filters=[];ranges~;range_labels~;markers~;marker_labels~;marker_lines~;marker_line_labels~`,
  world_map: `entity*;country_fieldtype~=cca2{name|cioc|cca2|cca3};metric*;adhoc_filters=[];${ROW_LIMIT};sort_by_metric;show_bubbles=false;secondary_metric;max_bubble_size~=25;color_picker~;color_by~=metric{metric|country};linear_color_scheme~;color_scheme~;y_axis_format~;currency_format~`,
  country_map: `select_country*~;entity*;metric*;adhoc_filters=[];number_format~;currency_format~;linear_color_scheme~`,
  cartodiagram: `selected_chart*;geom_column*;adhoc_filters=[];map_view~;chart_background_color~;chart_background_border_radius~=10;chart_size~`,
  point_cluster_map: `all_columns_x*;all_columns_y*;${TOOLTIP_ROW};clustering_radius~="60"{"0"|"20"|"40"|"60"|"80"|"100"|"200"|"500"|"1000"}+;${ROW_LIMIT};adhoc_filters=[];groupby;point_radius;point_radius_unit~=Pixels{Pixels|Miles|Kilometers};map_label;pandas_aggfunc~=sum{sum|mean|min|max|std|var};map_style~;render_while_dragging~=true;global_opacity~=1;map_color~="#008b8b"+;viewport_longitude~;viewport_latitude~;viewport_zoom~`,
  deck_scatter: `spatial*;${PLACES};${TOOLTIP_ROW};${MAP_LEGEND};point_radius_fixed;point_unit~{square_m|square_km|square_miles|radius_m|radius_km|radius_miles};min_radius~=2;max_radius~=250;multiplier~=1;dimension;color_scheme_type~=categorical_palette{fixed_color|categorical_palette|linear_palette|color_breakpoints};color_picker~;color_scheme~;linear_color_scheme~;color_breakpoints~`,
  deck_arc: `start_spatial*;end_spatial*;${PLACES};${TOOLTIP_ROW};color_picker~;target_color_picker~;dimension;stroke_width~{1|2|3|4|5}+;color_scheme_type~{fixed_color|categorical_palette}`,
  deck_contour: `spatial*;${PLACES};${TOOLTIP_ROW};size*;cellSize~;aggregation~=sum{sum|min|max|mean};contours~`,
  deck_geojson: `geojson*;${PLACES};${TOOLTIP_ROW};fill_color_picker~;stroke_color_picker~;filled~=true;stroked~;extruded~;enable_labels~=false;label_property_name~;label_color~;label_size~;label_size_unit~=pixels{pixels|meters};line_width~=1;line_width_unit~=pixels{pixels|meters};point_radius_scale~`,
  deck_grid: `spatial*;${PLACES};${TOOLTIP_ROW};${MAP_LEGEND};size*;grid_size~;extruded~=true;color_scheme_type~{fixed_color|linear_palette|color_breakpoints}`,
  deck_hex: `spatial*;${PLACES};${TOOLTIP_ROW};${MAP_LEGEND};size*;grid_size~;extruded~=true;js_agg_function~=sum{sum|min|max|mean|median|count|variance|deviation|p1|p5|p95|p99}`,
  deck_heatmap: `spatial*;${PLACES};${TOOLTIP_ROW};size*;intensity~=1[0.1..1/0.1];radius_pixels~=30[5..70/1];linear_color_scheme~;aggregation~=sum{sum|mean}`,
  deck_screengrid: `spatial*;${PLACES};${TOOLTIP_ROW};size*;grid_size~=20;color_scheme_type~=default{default|fixed_color|categorical_palette}`,
  deck_path: `line_column*;${PLACES};${TOOLTIP_ROW};line_type=json{polyline|json};color_picker~;line_width~;line_width_unit~{meters|pixels};reverse_long_lat~`,
  deck_polygon: `line_column*;${PLACES};${TOOLTIP_ROW};${MAP_LEGEND};line_type=json{polyline|json|geohash};metric;point_radius_fixed;opacity~=80;multiplier~;num_buckets~=5{2|3|5|10}+;break_points~;stroke_color_picker~;stroked~;extruded~`,
  deck_multi: "deck_slices*;adhoc_filters=[];map_style~",
};

const OURS: Readonly<Record<string, unknown>> = {
  tooltipSortByMetric: true,
  orientation: null,
};

interface Expected {
  name: string;
  isRequired: boolean;
  isRender: boolean;
  default?: unknown;
  choices: unknown[];
  isFree: boolean;
  range?: string;
}

const OBJECT = /^(\w+)([*~]*)=(\{.*\})$/;
const TOKEN = /^([\w]+)([*~]*)(?:=(.*?))?(?:\[([\d.]+\.\.[^\]]*)\])?(?:\{([^{}]*)\})?(\+?)$/;

function read(token: string): Expected {
  const isObject = /=\{/.test(token);
  const [, name = "", flags = "", value, range, choices, plus] = (isObject ? OBJECT : TOKEN).exec(token) ?? [];
  if (!name) throw new Error(`cannot be read: ${token}`);
  return {
    name,
    isRequired: flags.includes("*"),
    isRender: flags.includes("~"),
    ...(value === undefined ? {} : { default: readValue(value, name) }),
    choices: choices === undefined || choices === "" ? [] : choices.split("|").map((one) => readValue(one)),
    isFree: plus === "+",
    ...(range ? { range } : {}),
  };
}

function readValue(text: string, name?: string): unknown {
  if (name === "echart_options" || name === "value_formatter") return text.replace(/^"|"$/g, "");
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function mismatchesOf(expected: Expected, control: Control | undefined): string[] {
  if (!control) return [`${expected.name} is missing`];
  const wrong: string[] = [];
  const say = (text: string) => wrong.push(`${expected.name} ${text}`);
  const known = expected.name in OURS ? OURS[expected.name] : expected.default;
  if ("default" in expected && JSON.stringify(control.default) !== JSON.stringify(known)) {
    say(`starts with ${JSON.stringify(control.default)}, not ${JSON.stringify(known)}`);
  }
  if (expected.isRequired && !isRequired(control)) say("is not required");
  if (expected.isRender && control.render !== true) say("asks for data again");
  if ("choices" in control && Array.isArray(control.choices)) {
    const offered = new Set(control.choices.map(([value]) => value));
    for (const choice of expected.choices) if (!offered.has(choice)) say(`does not offer ${JSON.stringify(choice)}`);
  } else if (expected.choices.length > 0 && control.widget !== "select") say("offers no choices");
  const [ends, step] = expected.range?.split("/") ?? [];
  const { min, max, step: own } = control as { min?: number; max?: number; step?: number };
  if (ends && `${min}..${max}` !== ends) say(`ranges over ${min}..${max}, not ${ends}`);
  if (step && String(own ?? 1) !== step) say(`goes in steps of ${own}, not ${step}`);
  if (expected.isFree && !(control.widget === "select" && control.freeForm)) say("cannot be written in");
  return wrong;
}

const isRequired = (control: Control) =>
  control.required === true || control.validate?.([], { formData: {} }) === CANNOT_BE_EMPTY;

const controlsOfType = (key: string) =>
  new Map(controlsOf(loadedChartType(key)?.sections ?? []).map((control) => [control.name, control]));

describe("every control of stored charts", () => {
  test("has an existing chart type", () => {
    const keys = CHART_CARDS.map((card) => card.key);
    expect(Object.keys(TYPES).filter((key) => !keys.includes(key))).toEqual([]);
  });

  test.each(Object.entries(TYPES))("of %s is there, starts as it did, and offers what it did", (key, tokens) => {
    const controls = controlsOfType(key);
    const expected = tokens.split(";").filter(Boolean).map(read);
    expect(expected.flatMap((one) => mismatchesOf(one, controls.get(one.name)))).toEqual([]);
  });
});

const DATASET = {
  columns: [
    { column_name: "day", type_generic: 2, is_dttm: true },
    { column_name: "size", type_generic: 0, is_dttm: false },
    { column_name: "place", type_generic: 1, is_dttm: false },
  ],
  metrics: [],
  time_grain_sqla: [["P1D", "Day"]],
} as unknown as Dataset;

const SHIFT = ["1 year ago"];
const RANGE = [
  { clause: "WHERE", expressionType: "SIMPLE", subject: "day", operator: "TEMPORAL_RANGE", comparator: "Last year" },
];

const SHOWN: readonly [key: string, name: string, shown: object, hidden: object][] = [
  ["echarts_timeseries_line", "time_grain_sqla", { x_axis: "day" }, { x_axis: "place" }],
  ["echarts_timeseries_line", "xAxisForceCategorical", { x_axis: "size" }, { x_axis: "day" }],
  ["echarts_timeseries_line", "x_axis_sort_asc", { x_axis: "place", x_axis_sort: "place" }, { x_axis: "place" }],
  ["echarts_timeseries_line", "group_others_when_limit_reached", { limit: 5 }, {}],
  ["echarts_timeseries_line", "order_desc", { timeseries_limit_metric: "m" }, {}],
  ["echarts_timeseries_line", "time_shift_color", { time_compare: SHIFT }, { time_compare: [] }],
  ["echarts_timeseries_line", "only_total", { show_value: true, stack: "Stack" }, { show_value: true }],
  [
    "echarts_timeseries_line",
    "percentage_threshold",
    { show_value: true, stack: "Stack", only_total: false },
    { show_value: true, stack: "Stack", only_total: true },
  ],
  ["echarts_timeseries_line", "opacity", { area: true }, { area: false }],
  ["echarts_timeseries_line", "force_max_interval", { time_grain_sqla: "P1D" }, {}],
  ["echarts_timeseries_line", "x_axis_time_format", { x_axis: "day" }, { x_axis: "size" }],
  ["echarts_timeseries_line", "x_axis_number_format", { x_axis: "size" }, { x_axis: "day" }],
  ["echarts_timeseries_line", "showTooltipPercentage", {}, { contributionMode: "row" }],
  ["echarts_timeseries_line", "legendType", { show_legend: true }, { show_legend: false }],
  ["echarts_timeseries_line", "rolling_type", { x_axis: "day" }, { x_axis: "place" }],
  ["echarts_timeseries_line", "time_compare", { x_axis: "day" }, { x_axis: "place" }],
  ["echarts_timeseries_line", "resample_rule", { x_axis: "day" }, { x_axis: "place" }],
  ["echarts_timeseries_line", "forecastEnabled", { x_axis: "day" }, { x_axis: "place" }],
  ["echarts_timeseries_bar", "stackDimension", { stack: "Stack", groupby: ["place"] }, { groupby: ["place"] }],
  ["echarts_timeseries_bar", "color_by_primary_axis", {}, { stack: "Stack" }],
  ["echarts_timeseries_bar", "color_by_primary_axis", {}, { groupby: ["place"] }],
  ["mixed_timeseries", "group_others_when_limit_reached_b", { limit_b: 5 }, { limit: 5 }],
  ["mixed_timeseries", "order_desc_b", { timeseries_limit_metric_b: "m" }, { timeseries_limit_metric: "m" }],
  ["table", "time_grain_sqla", { groupby: ["day"] }, { groupby: ["place"] }],
  ["table", "page_length", {}, { server_pagination: true }],
  ["table", "server_page_length", { server_pagination: true }, {}],
  ["table", "allow_rearrange_columns", {}, { time_compare: "1 year ago" }],
  ["table", "comparison_color_enabled", { time_compare: "1 year ago" }, {}],
  ["table", "start_date_offset", { time_compare: "custom" }, { time_compare: "inherit" }],
  ["table", "all_columns", { query_mode: "raw" }, { query_mode: "aggregate" }],
  ["table", "percent_metrics", { query_mode: "aggregate" }, { query_mode: "raw" }],
  ["handlebars", "include_time", { granularity_sqla: "day" }, { granularity_sqla: "day", query_mode: "raw" }],
  ["handlebars", "percent_metric_calculation", { percent_metrics: ["m"] }, {}],
  ["handlebars", "order_by_cols", { query_mode: "raw" }, {}],
  ["pivot_table_v2", "time_grain_sqla", { groupbyRows: ["day"] }, { groupbyRows: ["place"] }],
  ["pivot_table_v2", "order_desc", { series_limit_metric: "m" }, {}],
  ["big_number", "time_range_fixed", { adhoc_filters: RANGE }, { adhoc_filters: [] }],
  ["big_number_total", "metric_name_font_size", { show_metric_name: true }, { show_metric_name: false }],
  ["pie", "innerRadius", { donut: true }, { donut: false }],
  ["pie", "label_template", { label_type: "template" }, { label_type: "key" }],
  ["graph_chart", "edgeLength", { layout: "force" }, { layout: "circular" }],
  ["tree_chart", "orient", { layout: "orthogonal" }, { layout: "radial" }],
  ["gantt_chart", "subcategories", { series: "place" }, {}],
  ["gantt_chart", "show_extra_controls", { subcategories: true, series: "place" }, {}],
  ["sunburst_v2", "linear_color_scheme", { secondary_metric: "m" }, {}],
  ["sunburst_v2", "color_scheme", {}, { secondary_metric: "m" }],
  ["box_plot", "time_grain_sqla", { columns: ["day"] }, { columns: ["place"] }],
  ["world_map", "secondary_metric", { show_bubbles: true }, { show_bubbles: false }],
  ["world_map", "color_scheme", { color_by: "country" }, { color_by: "metric" }],
  [
    "deck_scatter",
    "color_breakpoints",
    { color_scheme_type: "color_breakpoints" },
    { color_scheme_type: "fixed_color" },
  ],
  ["deck_geojson", "label_size_unit", { enable_labels: true }, { enable_labels: false }],
];

test.each(SHOWN)("%s shows %s where it means something", (key, name, shown, hidden) => {
  const type = loadedChartType(key);
  const isShown = (form: object) => {
    const state: ControlState = { formData: { ...type?.defaults(), ...form }, dataset: DATASET };
    return visibleControls(type?.sections ?? [], state).some((control) => control.name === name);
  };
  expect([isShown(shown), isShown(hidden)]).toEqual([true, false]);
});

test("percent formats for the y-axis are offered only for percent changes", () => {
  const control = controlsOfType("echarts_timeseries_line").get("y_axis_format");
  const isPercent = (formData: Record<string, unknown>) =>
    control?.widget === "number-format" && control.isPercent?.({ formData });
  expect(isPercent({ time_compare: SHIFT, comparison_type: "percentage" })).toBe(true);
  expect(isPercent({ time_compare: SHIFT, comparison_type: "ratio" })).toBe(false);
  expect(isPercent({ time_compare: [], comparison_type: "percentage" })).toBe(false);
});

test.each(["#abc", "#A0B1C2", "rgb(1, 20, 255)", ""])("%s is a color", (text) => {
  expect(controlsOfType("point_cluster_map").get("map_color")?.validate?.(text, { formData: {} })).toBeUndefined();
});

test.each(["#abcd", "teal-ish", "rgb(1, 2)", "#12345g"])("%s is none", (text) => {
  expect(controlsOfType("point_cluster_map").get("map_color")?.validate?.(text, { formData: {} })).toBe(
    "Invalid color",
  );
});
