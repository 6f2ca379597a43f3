import { useSearchParams } from "react-router";
import { t } from "../../i18n/translate.ts";
import { CaseChart } from "./CaseChart.tsx";
import { useCases, useDefinition } from "./examples.ts";
import styles from "./gallery.module.css";
import { parsePictures } from "./pictures.ts";

export function PicturesPage() {
  const [params] = useSearchParams();
  const { type: key, only, sizes, data } = parsePictures(params);
  const type = useDefinition(key);
  const all = useCases(key);
  if (type.data === null) return <p role="alert">{t("Chart type “{key}” doesn't exist.", { key })}</p>;
  const cases = (all.data ?? []).map((example, index) => ({ example, index }));
  return (
    <main className={styles.pictures} data-type={all.data && type.data?.key}>
      {cases
        .filter(({ index }) => only === undefined || index === only)
        .map(({ example, index }) => (
          <section key={example.name} className={styles.sheet} data-case={index}>
            {only === undefined ? <h2>{`${index}: ${example.name}`}</h2> : null}
            {sizes.flatMap((size) =>
              data.map((kind) => (
                <div
                  key={`${kind} ${size.width}x${size.height}`}
                  className={styles.picture}
                  style={size}
                  title={kind}
                  data-kind={kind}
                >
                  {type.data ? <CaseChart type={type.data} example={example} data={kind} /> : null}
                </div>
              )),
            )}
          </section>
        ))}
    </main>
  );
}
