import { endsText, largestText } from "../../chart-kit/axes/extremes-text.ts";
import { readableOn } from "../../chart-kit/colors/shade.ts";
import { tooltipOption } from "../../chart-kit/echart/base-option.ts";
import type { EChartSpec } from "../../chart-kit/echart/echart-spec.ts";
import { textElement } from "../../chart-kit/echart/shapes.ts";
import { textWidth } from "../../chart-kit/text-width.ts";
import { dimensionsOf, extremes, largest, type Measure, measureOf } from "../../chart-kit/values/measure.ts";
import { type NamedValue, namedValues } from "../../chart-kit/values/named-values.ts";
import { warningOf } from "../../chart-kit/warning.ts";
import type { ChartTheme, Drawing, TransformInput } from "../../chart-seam/chart-type.ts";
import { t } from "../../i18n/translate.ts";
import { type PlacedWord, placeWords, type Word } from "./layout.ts";
import type { WordCloudForm } from "./schema.ts";

type Input = TransformInput<WordCloudForm>;

const MAX_WORDS = 300;

export function transform(input: Input): Drawing<EChartSpec> {
  const { formData: form, theme, width, height } = input;
  const measure = measureOf(form.metric, input);
  const dims = dimensionsOf(form.series ? [form.series] : [], input);
  const all = namedValues(input, { dims, measure, drawnOf: (marks) => largest(marks, MAX_WORDS) });
  const words = largest(all, MAX_WORDS);
  const places = placeWords(wordsOf(input, words), { width, height });
  const drawn = words.flatMap((mark, i): Drawn[] => {
    const place = places[i];
    return place ? [{ mark, place }] : [];
  });
  const summary = summaryOf(all, measure);
  return {
    summary,
    isEmpty: all.length === 0,
    ...warningOf([
      drawn.length < all.length &&
        t("{count, number} of {total, number} words didn't fit", {
          count: all.length - drawn.length,
          total: all.length,
        }),
    ]),
    props: {
      option: { series: [seriesOf(input, drawn, measure.label)], tooltip: tooltipOption(theme) },
      summary,
      size: drawn.length,
      tooltip: ([hit]) => {
        const mark = drawn[hit?.dataIndex ?? -1]?.mark;
        if (!mark) return null;
        return {
          title: mark.name,
          rows: [{ color: mark.color, label: measure.label, value: measure.full(mark.value) }],
        };
      },
      mark: ({ dataIndex }) => {
        const mark = drawn[dataIndex]?.mark;
        return mark ? { text: `${mark.name}: ${measure.full(mark.value)}`, selection: null, isSelected: false } : null;
      },
      walk: [{ seriesIndex: 0, length: drawn.length }],
    },
  };
}

const MAX_FILL = 0.5;
const MIN_FILL = 0.32;
const TILE = { width: 640, height: 360 };

function wordsOf({ formData: form, width, height }: Input, marks: readonly NamedValue[]): Word[] {
  const ends = extremes(marks, (mark) => mark.value);
  const [low, high] = [ends?.low.value ?? 0, ends?.high.value ?? 0];
  const from = Math.min(form.size_from, form.size_to);
  const sizes = marks.map(({ value }) =>
    high > low
      ? from + (Math.abs(form.size_to - form.size_from) * (value - low)) / (high - low)
      : (from + form.size_to) / 2,
  );
  const area = marks.reduce((sum, mark, i) => sum + textWidth(mark.name, sizes[i]) * (sizes[i] ?? 0), 0);
  const longest = marks.reduce((most, mark, i) => Math.max(most, textWidth(mark.name, sizes[i], true)), 1);
  const fill = (share: number) => Math.sqrt((width * height * share) / Math.max(1, area));
  const growth = Math.min(width / TILE.width, height / TILE.height, fill(MIN_FILL), (width * 0.8) / longest);
  const fit = Math.min(fill(MAX_FILL), Math.max(1, growth));
  return marks.map((mark, i) => ({
    text: mark.name,
    // Whole pixels: browsers prepare each font size separately.
    size: Math.max(8, Math.round((sizes[i] ?? from) * fit)),
    rotation: rotationOf(form.rotation, i),
  }));
}

/** Deterministic pseudo-random rotations. The first words are horizontal. */
function rotationOf(kind: WordCloudForm["rotation"], at: number): number {
  if (kind === "flat" || at < 2) return 0;
  if (kind === "square") return at % 3 === 2 ? Math.PI / 2 : 0;
  const turns = [0, 1, -1, 0, 2, -2, 0, 1, -1];
  return ((turns[(at * 7) % turns.length] ?? 0) * Math.PI) / 6;
}

interface Drawn {
  mark: NamedValue;
  place: PlacedWord;
}

/** One text element per word; an extra shape would double layout time. */
function seriesOf({ theme }: Input, drawn: readonly Drawn[], name: string): Record<string, unknown> {
  return {
    type: "custom",
    coordinateSystem: "none",
    name,
    cursor: "default",
    data: drawn.map(({ mark }) => mark.value),
    renderItem: ({ dataIndex }: { dataIndex: number }) => {
      const word = drawn[dataIndex];
      return word ? elementOf(word, theme) : null;
    },
  };
}

function elementOf({ mark, place }: Drawn, theme: ChartTheme) {
  const { x, y, size, rotation } = place;
  const isBold = size > 24;
  const color = mark.isFocus ? readableOn(mark.color, theme.background, isBold) : mark.color;
  const text = textElement({ text: mark.name, x, y, rotation, size, isBold, align: "center", color }, theme);
  // Otherwise hover states use ECharts' font and line height. Setting it earlier is slow.
  const letters = { font: text.style.font, lineHeight: size };
  const line = { borderColor: theme.text, borderWidth: 1.5, borderRadius: 2, padding: [0, 3] };
  return { ...text, silent: false, emphasis: { style: { ...letters, ...line } } };
}

function summaryOf(all: readonly NamedValue[], measure: Measure): string {
  if (all.length === 0) return t("Word cloud of {measure}: no words.", { measure: measure.label });
  const ends = endsText(all, {
    valueIn: ({ value }) => value,
    say: ({ name, value }) => `${name} (${measure.full(value)})`,
    write: measure.full,
    ends: largestText,
  });
  const of = { measure: measure.label, ends };
  if (all.length === 1) return t("Word cloud of {measure}: one word; {ends}.", of);
  return t("Word cloud of {measure}: {count, plural, one {# word} other {# words}}; {ends}.", {
    ...of,
    count: all.length,
  });
}
