import { useQueryClient } from "@tanstack/react-query";
import { Button } from "antd";
import { ArrowLeft, CircleCheck, SquareTerminal } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import * as database from "../../../api/database/contract.ts";
import { ChooseTables } from "../../../features/new-datasets/ChooseTables.tsx";
import { rich } from "../../../i18n/rich.tsx";
import { t } from "../../../i18n/translate.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { ErrorState } from "../../../ui/ErrorState.tsx";
import { Message } from "../../../ui/Message.tsx";
import { SkeletonLines } from "../../../ui/Skeleton.tsx";
import { call } from "../../../web/client/client.ts";
import { toApiError } from "../../../web/client/errors.ts";
import { can } from "../../../web/session/session.ts";
import { EngineMark } from "../engines/EngineMark.tsx";
import styles from "./Connect.module.css";
import { ConnectionFields } from "./ConnectionFields.tsx";
import { ConnectionTest } from "./ConnectionTest.tsx";
import { connectionBody, type Draft, draftFor, type EngineChoice, type EngineLocation, locationOf } from "./draft.ts";
import { useConnection, useEngines } from "./use-connection.ts";

interface Connected {
  id: number;
  name: string;
  /** The database or catalog of the connection, which engines without schemas of their own use as one. */
  schema: string | undefined;
}

export function ConnectDialog({ onClose }: { onClose(): void }) {
  const [choice, setChoice] = useState<EngineChoice>();
  const [connected, setConnected] = useState<Connected>();
  if (connected && can("can_write", "Dataset")) return <ChooseTables {...connected} isNew onClose={onClose} />;
  if (connected) return <Done {...connected} onClose={onClose} />;
  if (choice) {
    return (
      <Connecting choice={choice} onBack={() => setChoice(undefined)} onClose={onClose} onConnected={setConnected} />
    );
  }
  return (
    <Dialog open title={t("Connect a database")} width={720} onClose={onClose}>
      <Engines onChoose={setChoice} />
    </Dialog>
  );
}

function Engines({ onChoose }: { onChoose(choice: EngineChoice): void }) {
  const engines = useEngines();
  if (engines.error) {
    const { title, message } = toApiError(engines.error);
    return <ErrorState compact title={title} text={message} onRetry={engines.refetch} />;
  }
  if (!engines.data) return <SkeletonLines lines={6} />;
  const groups = [
    { title: t("Most used"), engines: engines.data.filter((each) => each.preferred) },
    { title: t("More engines"), engines: engines.data.filter((each) => !each.preferred) },
  ];
  return groups.map((group) => (
    <section key={group.title} aria-label={group.title}>
      <h3 className={styles.group}>{group.title}</h3>
      <div className={styles.engines}>
        {group.engines.map((each) => (
          <button key={each.engine} type="button" className={styles.engine} onClick={() => onChoose(each)}>
            <EngineTile choice={each} />
          </button>
        ))}
      </div>
    </section>
  ));
}

const LOCATIONS: Readonly<Record<EngineLocation, string>> = {
  server: t("Server"),
  file: t("File on this server"),
  service: t("Cloud service"),
};

/** MariaDB is found by its name. */
const titleOf = ({ engine, name }: EngineChoice) => (engine === "mysql" ? t("MySQL or MariaDB") : name);

function EngineTile({ choice }: { choice: EngineChoice }) {
  return (
    <>
      <EngineMark engine={choice.engine} />
      <span>
        <span className={styles.name}>{titleOf(choice)}</span>
        <span className={styles.place}>{LOCATIONS[locationOf(choice)]}</span>
      </span>
    </>
  );
}

interface ConnectingProps {
  choice: EngineChoice;
  onBack(): void;
  onClose(): void;
  onConnected(connected: Connected): void;
}

function Connecting({ choice, onBack, onClose, onConnected }: ConnectingProps) {
  const [initial] = useState(() => draftFor(choice));
  const form = useConnection(initial, choice);
  const [busy, setBusy] = useState(false);
  const queries = useQueryClient();
  const submit = async () => {
    if (busy || !form.isComplete()) return;
    setBusy(true);
    try {
      if (!(await form.runTest())) return;
      const body = { ...connectionBody(form.draft), engine: choice.engine, database_name: form.draft.name.trim() };
      const { id } = await call(database.create, { body: { ...body, expose_in_sqllab: true } });
      await queries.invalidateQueries({ queryKey: ["databases"] });
      onConnected({ id, name: body.database_name, schema: schemaOf(form.draft) });
    } catch (error) {
      form.fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={<Title choice={choice} />}
      width={720}
      onClose={onClose}
      dirty={form.draft !== initial}
      primary={{ label: t("Connect"), loading: busy, onClick: submit }}
      footerNote={
        <Button type="text" size="small" icon={<ArrowLeft size={14} />} onClick={onBack}>
          {t("All engines")}
        </Button>
      }
    >
      <ConnectionFields choice={choice} form={form} onSubmit={() => void submit()} />
      <DriverNote
        choice={choice}
        isConnecting={busy || form.test.kind === "running"}
        isConnected={form.test.kind === "done" && form.test.hasPassed}
      />
      <ConnectionTest form={form} onAllowed={() => void form.runTest()} />
    </Dialog>
  );
}

function Title({ choice }: { choice: EngineChoice }) {
  return (
    <span className={styles.title}>
      <EngineMark engine={choice.engine} size={24} />
      {t("Connect to {engine}", { engine: titleOf(choice) })}
    </span>
  );
}

function schemaOf({ method, parameters }: Draft): string | undefined {
  const { database: name } = parameters;
  return method === "dynamic_form" && typeof name === "string" ? name : undefined;
}

interface DriverNoteProps {
  choice: EngineChoice;
  isConnecting: boolean;
  isConnected: boolean;
}

function DriverNote({ choice: { engine, name, download }, isConnecting, isConnected }: DriverNoteProps) {
  if (!download || isConnected) return null;
  const { allowed, megabytes } = download;
  return (
    <p className={styles.driver} role="status">
      {!allowed
        ? rich(
            "The {name} driver isn't installed, and downloads are turned off. An administrator can install it on the server: <code>tessera drivers install {engine}</code>",
            { name, engine, code: (command) => <code>{command}</code> },
          )
        : isConnecting
          ? t("Downloading the {name} driver ({megabytes, number} MB) and connecting…", { name, megabytes })
          : t("The first connection downloads the {name} driver ({megabytes, number} MB).", { name, megabytes })}
    </p>
  );
}

/** For users who can't create datasets. */
function Done({ id, name, onClose }: Connected & { onClose(): void }) {
  const navigate = useNavigate();
  return (
    <Dialog open title={t("Database connected")} onClose={onClose}>
      <div className={styles.done}>
        <Message
          compact
          icon={<CircleCheck size={20} />}
          title={t("{name} is connected", { name })}
          text={t("Ask an administrator or a colleague who can create datasets to prepare its tables for charts.")}
          actions={
            can("can_read", "SQLLab") ? (
              <Button icon={<SquareTerminal size={16} />} onClick={() => navigate(`/sqllab/?dbid=${id}&new=true`)}>
                {t("Query in SQL Lab")}
              </Button>
            ) : undefined
          }
        />
      </div>
    </Dialog>
  );
}
