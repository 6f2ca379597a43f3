import { parametersFrom, parametersSchema } from "../../connectors/address/form.ts";
import type { Connector } from "../../connectors/connector.ts";
import type { App } from "../../server/app.ts";
import { agoText } from "../../server/clock.ts";
import type { Drivers } from "../../server/drivers/drivers.ts";
import { usersById } from "../../server/store/users.ts";
import { connectorOf } from "./connection.ts";
import { addressOf, type DatabaseRecord, databasesByIds, engineNameOf, maskedAddress, secretPartsOf } from "./store.ts";
import { maskedTunnel } from "./tunnel.ts";
import { maskedSecrets } from "./values.ts";

export async function presentDatabases(app: App, ids: readonly number[]) {
  const records = await databasesByIds(app.db, ids);
  const userOf = await usersById(
    app.db,
    records.flatMap((record) => [record.created_by_fk, record.changed_by_fk]),
  );
  return records.map((record) => {
    const extra = extraOf(record);
    return {
      ...presentDatabase(app, record),
      extra: JSON.stringify(extra),
      allows_cost_estimate: connectorOf(app, record)?.estimates ?? false,
      allows_subquery: true,
      allows_virtual_table_explore: extra.allows_virtual_table_explore !== false,
      explore_database_id: record.id,
      disable_data_preview: extra.disable_data_preview === true,
      disable_drill_to_detail: extra.disable_drill_to_detail === true,
      changed_on: record.changed_on,
      changed_on_delta_humanized: agoText(record.changed_on, app.clock.now()),
      created_by: userOf(record.created_by_fk),
      changed_by: userOf(record.changed_by_fk),
    };
  });
}

export function presentDatabase(app: App, record: DatabaseRecord) {
  const connector = connectorOf(app, record);
  return {
    id: record.id,
    uuid: record.uuid,
    database_name: record.database_name,
    cache_timeout: record.cache_timeout,
    expose_in_sqllab: record.expose_in_sqllab,
    allow_run_async: record.allow_run_async,
    allow_file_upload: record.allow_file_upload,
    allow_ctas: record.allow_ctas,
    allow_cvas: record.allow_cvas,
    allow_dml: record.allow_dml,
    configuration_method: record.configuration_method,
    allow_multi_catalog: extraOf(record).allow_multi_catalog === true,
    backend: connector?.engine ?? engineNameOf(addressOf(app.secrets, record)),
    driver: null,
    force_ctas_schema: record.force_ctas_schema,
    impersonate_user: record.impersonate_user,
    is_managed_externally: record.is_managed_externally,
    engine_information: engineInformation(connector),
  };
}

export function presentConnection(app: App, record: DatabaseRecord) {
  const connector = connectorOf(app, record);
  const { serverCert, tunnel } = secretPartsOf(app.secrets, record);
  return {
    ...presentDatabase(app, record),
    extra: record.extra ?? "{}",
    sqlalchemy_uri: maskedAddress(app.secrets, record),
    parameters: connector ? parametersFrom(connector, addressOf(app.secrets, record)) : {},
    parameters_schema: connector ? parametersSchema(connector) : {},
    masked_encrypted_extra: maskedSecrets(app, record),
    server_cert: serverCert,
    ssh_tunnel: maskedTunnel(tunnel),
    external_url: record.external_url,
  };
}

function engineInformation(connector: Connector | undefined) {
  return {
    supports_file_upload: connector?.write !== undefined,
    disable_ssh_tunneling: connector?.place !== "server",
    supports_dynamic_catalog: false,
    supports_oauth2: false,
  };
}

const PREFERRED = ["PostgreSQL", "MySQL", "SQLite"];

export function presentEngines(connectors: readonly Connector[], drivers: Pick<Drivers, "missing">) {
  const rank = ({ name }: Connector) => (PREFERRED.includes(name) ? PREFERRED.indexOf(name) : PREFERRED.length);
  return [...connectors]
    .sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
    .map((connector) => ({
      name: connector.name,
      engine: connector.engine,
      available_drivers: [NATIVE_DRIVER],
      default_driver: NATIVE_DRIVER,
      driver_download: drivers.missing(connector.engine) ?? null,
      sqlalchemy_uri_placeholder: connector.form.placeholder,
      preferred: PREFERRED.includes(connector.name),
      engine_information: engineInformation(connector),
      supports_oauth2: false,
      parameters: parametersSchema(connector),
    }));
}

const NATIVE_DRIVER = "native";

function extraOf(record: DatabaseRecord): Record<string, unknown> {
  const {
    engine_params: _,
    metadata_params: __,
    ...extra
  } = JSON.parse(record.extra || "{}") as Record<string, unknown>;
  return extra;
}
