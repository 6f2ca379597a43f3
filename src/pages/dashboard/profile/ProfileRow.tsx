import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { t } from "../../../i18n/translate.ts";
import { PHASES, type Phase, type TileProfile } from "../../../model/tile-profile.ts";
import { QueryFailure } from "../../../web/chart-view/QueryFailure.tsx";
import styles from "./Profile.module.css";
import { msText, PHASE_NAMES } from "./reason-texts.ts";
import { type ProfiledTile, useExplanation } from "./use-tiles.ts";

interface ProfileRowProps {
  profiled: ProfiledTile;
  /** The end of the time line. */
  allMs: number;
  /** Without those that the panel shows for all. */
  reasons: readonly string[];
  canSeeQuery: boolean;
}

export function ProfileRow({ profiled, allMs, reasons, canSeeQuery }: ProfileRowProps) {
  const { name, tile, context } = profiled;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const explanation = useExplanation(context, isOpen && canSeeQuery);
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.summary}
        aria-expanded={isOpen}
        aria-controls={detailsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <ChevronRight className={styles.chevron} size={14} aria-hidden />
        <span className={styles.name}>{name}</span>
        <span className={styles.total}>{tile ? msText(tile.wallMs) : t("Loading…")}</span>
        {tile ? <Bar tile={tile} allMs={allMs} /> : <span className={styles.bar} />}
        <span className={styles.reason}>{reasons[0]}</span>
      </button>
      <div id={detailsId} hidden={!isOpen} className={styles.details}>
        {isOpen && tile ? <Details {...{ tile, reasons, explanation }} canSeeQuery={canSeeQuery} /> : null}
      </div>
    </li>
  );
}

interface DetailsProps {
  tile: TileProfile;
  reasons: readonly string[];
  explanation: ReturnType<typeof useExplanation>;
  canSeeQuery: boolean;
}

function Details({ tile, reasons, explanation, canSeeQuery }: DetailsProps) {
  const { data, error, refetch } = explanation;
  return (
    <>
      <Parts tile={tile} />
      {reasons.length > 1 ? (
        <ul className={styles.reasons}>
          {reasons.slice(1).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      {error && canSeeQuery ? (
        <QueryFailure
          title={t("An error occurred while loading the SQL")}
          error={error}
          onRetry={() => void refetch()}
        />
      ) : null}
      {canSeeQuery ? data?.statements.map(({ sql, plan }) => <Statement key={sql} sql={sql} plan={plan} />) : null}
    </>
  );
}

function Bar({ tile, allMs }: { tile: TileProfile; allMs: number }) {
  const parts = partsOf(tile);
  return (
    <span className={styles.bar} aria-hidden>
      {parts.map(({ phase, ms }) => (
        <span
          key={phase}
          className={styles.part}
          data-phase={phase}
          title={`${t(PHASE_NAMES[phase])}: ${msText(ms)}`}
          style={{ inlineSize: `${(100 * ms) / allMs}%` }}
        />
      ))}
    </span>
  );
}

const partsOf = ({ phases }: TileProfile): { phase: Phase; ms: number }[] =>
  PHASES.map((phase) => ({ phase, ms: phases[phase] ?? 0 })).filter(({ ms }) => ms > 0);

function Parts({ tile }: { tile: TileProfile }) {
  return (
    <dl className={styles.parts}>
      {PHASES.map((phase) => (
        <div key={phase}>
          <dt>
            <span className={styles.swatch} data-phase={phase} />
            {t(PHASE_NAMES[phase])}
          </dt>
          <dd>{msText(tile.phases[phase] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Statement({ sql, plan }: { sql: string; plan: string | null }) {
  return (
    <>
      <h4 className={styles.heading}>{t("Query")}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
      <pre className={styles.code} dir="ltr" tabIndex={0}>
        {sql}
      </pre>
      {plan === null ? null : (
        <>
          <h4 className={styles.heading}>{t("Query plan")}</h4>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
          <pre className={styles.code} dir="ltr" tabIndex={0}>
            {plan}
          </pre>
        </>
      )}
    </>
  );
}
