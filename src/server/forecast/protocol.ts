/** What the server and its forecasting thread tell each other. */

export type Seasonality = boolean | number | null;

export interface ForecastRequest {
  /** Epoch milliseconds to predict, ascending: those of the history, then the future ones. */
  at: readonly number[];
  /** Values of each series over the first entries of `at`; null where there is none. At least two are known. */
  series: readonly (readonly (number | null)[])[];
  /** Share of outcomes within the band, between 0 and 1. */
  confidence: number;
  yearly: Seasonality;
  weekly: Seasonality;
  daily: Seasonality;
}

/** One series over `ForecastRequest.at`. */
export interface Prediction {
  yhat: number[];
  lower: number[];
  upper: number[];
}

export type ForecastReply = { id: number } & ({ predictions: Prediction[] } | { error: string });
