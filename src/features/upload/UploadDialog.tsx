import { Button } from "antd";
import { t } from "../../i18n/translate.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { toApiError } from "../../web/client/errors.ts";
import { Done } from "./Done.tsx";
import { FilePick, FileRow } from "./FilePick.tsx";
import { NoDatabase } from "./NoDatabase.tsx";
import { Place } from "./Place.tsx";
import { PreviewTable } from "./PreviewTable.tsx";
import { Settings } from "./Settings.tsx";
import styles from "./upload.module.css";
import { closeUpload, openUpload, useUpload } from "./upload.ts";
import { problemOfFile, sizeText } from "./upload-form.ts";
import { useFileDrop } from "./use-file-drop.ts";
import { failureTextsOf, type UploadFormState, useSending, useUploadForm } from "./use-uploading.ts";

export function UploadDialog() {
  const chosen = useUpload((state) => state.file);
  const problem = chosen && problemOfFile(chosen);
  const file = problem ? undefined : chosen;
  const state = useUploadForm(file);
  const sending = useSending(file, state);
  const { stage, send } = sending;
  const isForm = stage.kind === "form";
  const isOver = useFileDrop("dialog", isForm ? openUpload : undefined);
  const isReady = Object.keys(state.problems).length === 0;
  const upload = {
    label: t("Upload"),
    disabled: !isReady,
    onClick: () => isReady && void send(),
    ...(state.problems.preview ? { hint: t("Fix the problem in the preview first.") } : {}),
  };
  const isFilled = isForm && file !== undefined && state.databases.data?.length !== 0;
  return (
    <Dialog
      open
      title={t("Upload a file")}
      width={720}
      onClose={closeUpload}
      dirty={stage.kind === "sending" || (isFilled && state.isEdited)}
      {...(isFilled ? { primary: upload } : {})}
    >
      {isForm ? (
        <Form
          file={file}
          state={state}
          failure={failureTextsOf(sending.error, state.kind)}
          pick={<FilePick problem={problem} isOver={isOver} />}
        />
      ) : (
        <UploadProgress file={file} sending={sending} />
      )}
    </Dialog>
  );
}

function UploadProgress({ file, sending }: { file: File | undefined; sending: ReturnType<typeof useSending> }) {
  const { stage, stop, again } = sending;
  if (stage.kind === "sending") return <Progress file={file} share={stage.share} onStop={stop} />;
  if (stage.kind === "form") return null;
  const another = () => {
    again();
    openUpload();
  };
  return <Done stage={stage} onAgain={another} />;
}

interface FormProps {
  file: File | undefined;
  state: UploadFormState;
  failure: ReturnType<typeof failureTextsOf>;
  pick: React.ReactNode;
}

function Form({ file, state, failure, pick }: FormProps) {
  const { databases, problems } = state;
  if (databases.error)
    return (
      <ErrorState
        compact
        title={t("Failed to load databases")}
        text={toApiError(databases.error).message}
        onRetry={databases.refetch}
      />
    );
  if (databases.data?.length === 0) return <NoDatabase />;
  if (file === undefined) return pick;
  if (databases.data === undefined) return <SkeletonLines lines={6} />;
  const errors = { ...problems, ...failure.fields };
  return (
    <>
      <FileRow file={file} problem={failure.fields.file} />
      <PreviewTable state={state} problem={failure.fields.header_row} />
      <Place state={state} errors={errors} />
      <Settings state={state} errors={errors} />
      {failure.rest ? (
        <p className={styles.failure} role="alert">
          {failure.rest}
        </p>
      ) : null}
    </>
  );
}

const PERCENT = 100;
const LONG_BYTES = 200 * 1024 * 1024;

/** The server doesn't report progress while it reads the file. */
function Progress({ file, share, onStop }: { file: File | undefined; share: number; onStop(): void }) {
  const { name = "", size = 0 } = file ?? {};
  const percent = Math.floor(share * PERCENT);
  const isSent = share >= 1;
  return (
    <div className={styles.progress}>
      <p role="status">{isSent ? t("Checking the file and writing the table…") : t("Uploading {name}…", { name })}</p>
      <div
        className={styles.track}
        role="progressbar"
        aria-label={t("Upload")}
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={isSent ? undefined : percent}
        data-sent={isSent || undefined}
      >
        <span style={{ width: t("{percent, number}%", { percent }) }} />
      </div>
      <p className={styles.hint}>
        {isSent
          ? t("All or nothing: if the upload fails, nothing changes.")
          : t("{percent, number}% · {sent} of {size}", {
              ...{ percent, sent: sizeText(Math.round(share * size)), size: sizeText(size) },
            })}
        {isSent && size > LONG_BYTES ? ` ${t("Large files take a few minutes. Keep this page open.")}` : null}
      </p>
      <Button autoFocus onClick={onStop}>
        {t("Stop")}
      </Button>
    </div>
  );
}
