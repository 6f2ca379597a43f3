import type { GalleryCase } from "../../chart-seam/chart-type.ts";

export const gallery: readonly GalleryCase[] = [
  {
    name: "Movies as cards",
    dataset: "movies",
    formData: {
      query_mode: "raw",
      all_columns: ["title", "director", "release_date", "worldwide_gross", "imdb_rating"],
      order_by_cols: ['["worldwide_gross", false]'],
      row_limit: 12,
      handlebarsTemplate: `<div class="cards">
  {{#each data as |film|}}
    <article>
      <h4>{{film.title}}</h4>
      <p>{{dateFormat film.release_date format="MMMM YYYY"}}{{#if film.director}} · {{film.director}}{{/if}}</p>
      <p class="money">\${{formatNumber (round (division film.worldwide_gross 1000000))}} M</p>
    </article>
  {{/each}}
</div>`,
      styleTemplate: `.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(180px, 1fr)); gap: 8px; }
article { padding: 12px; border: 1px solid var(--tessera-color-split); border-radius: 4px; }
h4 { margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
p { margin: 0; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--tessera-color-text-tertiary); font-size: 12px; }
.money { margin-top: 8px; color: var(--tessera-color-text); font-size: 16px; font-weight: 500; }`,
    },
  },
  {
    name: "A summary in words",
    dataset: "birdstrikes",
    formData: {
      query_mode: "aggregate",
      groupby: ["phase_of_flight"],
      metrics: ["count", "total_cost"],
      handlebarsTemplate: `{{#with data.[0]}}
  <h2>{{formatNumber count}} strikes on {{lowercase phase_of_flight}}</h2>
{{/with}}
<p>Most birds are struck near the ground:</p>
<ol>
  {{#each data}}
    {{#unless @first}}<li><b>{{phase_of_flight}}</b>: {{formatNumber count}}, at a cost of {{formatCurrency total_cost "USD"}}</li>{{/unless}}
  {{else}}
    <li>No strikes</li>
  {{/each}}
</ol>`,
      styleTemplate: "ol { line-height: 1.7; }",
    },
  },
  {
    name: "A table with custom markers",
    dataset: "gapminder",
    formData: {
      query_mode: "aggregate",
      groupby: ["region"],
      metrics: ["life_expectancy", "children", "countries"],
      handlebarsTemplate: `<table>
  <thead><tr><th>Region</th><th>Life expectancy</th><th>Children</th></tr></thead>
  <tbody>
    {{#each data}}
      <tr class="{{#if (lt life_expectancy 60)}}low{{/if}}">
        <td>{{region}} <small>{{countries}} countries</small></td>
        <td>{{round life_expectancy}}{{#if (lt life_expectancy 60)}} ▼{{/if}}</td>
        <td>{{round children}}</td>
      </tr>
    {{/each}}
  </tbody>
</table>`,
      styleTemplate: `table { width: 100%; }
th + th, td + td { text-align: right; }
small { color: var(--tessera-color-text-tertiary); }
.low td + td { color: var(--tessera-color-error); }`,
    },
  },
];
