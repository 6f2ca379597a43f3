import { Button } from "antd";
import { Play } from "lucide-react";
import { useState } from "react";
import { type CreateAssertion, type TestedAssertion, test } from "../../api/assertion/contract.ts";
import { t } from "../../i18n/translate.ts";
import { call } from "../../web/client/client.ts";
import { toApiError } from "../../web/client/errors.ts";
import styles from "./assertions.module.css";
import { StatePill } from "./StatePill.tsx";

/** Checks the draft without saving it. */
export function TestSection({ body, canTest }: { body: CreateAssertion; canTest: boolean }) {
  const [tested, setTested] = useState<{ of: string; result?: TestedAssertion; failure?: string }>();
  const [isBusy, setBusy] = useState(false);
  const { kind, params, where, dataset_id } = body;
  const draft = JSON.stringify({ kind, params, where, dataset_id });
  const run = async () => {
    setBusy(true);
    try {
      const { result } = await call(test, { body });
      setTested({ of: draft, result });
    } catch (error) {
      setTested({ of: draft, failure: toApiError(error).message });
    } finally {
      setBusy(false);
    }
  };
  const shown = tested?.of === draft ? tested : undefined;
  return (
    <div className={styles.test}>
      <Button icon={<Play size={14} />} disabled={!canTest} loading={isBusy} onClick={() => void run()}>
        {t("Test now")}
      </Button>
      <div className={styles.tested} role="status">
        {shown?.result ? <Tested {...shown.result} /> : null}
        {shown?.failure ? <span className={styles.problem}>{shown.failure}</span> : null}
      </div>
    </div>
  );
}

function Tested({ state, message, error }: TestedAssertion) {
  return (
    <>
      <StatePill state={state} />
      <span dir="auto">{error ?? message}</span>
    </>
  );
}
