import type { Grammar } from "./reader.ts";
import type { TableReference } from "./sql-reader.ts";

/** Functions and tables that custom SQL may not use: they reveal the server or reach outside the data. */
export interface Forbidden {
  functions: RegExp;
  tables: RegExp;
  /** Schemas that contain these, besides unqualified names; default = every schema. */
  tablesIn?: RegExp;
  /** Schemas and catalogs that only contain the server's own state. */
  schemas?: RegExp;
  tableFunctions: readonly string[];
}

export function forbiddenBy(
  forbidden: Forbidden,
): Pick<Grammar, "isForbiddenFunction" | "isForbiddenTable" | "isPlainTableFunction"> {
  const plain = new Set(forbidden.tableFunctions);
  return {
    isForbiddenFunction: (name) => forbidden.functions.test(name),
    isForbiddenTable: ({ name, schema, catalog }: TableReference) =>
      (forbidden.tables.test(name) && (schema === null || forbidden.tablesIn?.test(schema) !== false)) ||
      (schema !== null && forbidden.schemas?.test(schema) === true) ||
      (catalog !== null && forbidden.schemas?.test(catalog) === true),
    isPlainTableFunction: (name) => plain.has(name),
  };
}

const DUCKDB_INTERNAL = /^(main|pg_catalog|information_schema|system|temp)$/i;

export const DUCKDB: Forbidden = {
  functions:
    /^(getenv|current_setting|current_query|getvariable|pragma_|duckdb_|pg_|nextval|currval|set_config|query|query_table|json_serialize_plan|json_execute_serialized_sql|stats$|write_log|txid_current|setseed|sleep)/,
  tables: /^(pragma_|duckdb_|sqlite_|pg_)/i,
  tablesIn: DUCKDB_INTERNAL,
  tableFunctions: ["range", "generate_series", "unnest", "repeat", "repeat_row", "json_each", "json_tree", "summary"],
};

export const POSTGRES: Forbidden = {
  functions:
    /^(current_(database|schemas?|user|role|catalog|setting|query)|session_user|user|version|set_config|inet_(client|server)_(addr|port)|pg_(?!typeof$|size_pretty$|size_bytes$).*|lo_.*|(database|query|schema|table|cursor)_to_(xml|xmlschema|xml_and_xmlschema)|dblink.*|nextval|setval|currval|lastval|txid_.*|notify|has_.*_privilege|ts_stat|ts_rewrite|loread|lowrite|xpath_table|crosstab.*|connectby|getpgusername|(to_)?reg(class|collation|namespace|oper|operator|proc|procedure|role|type)(in|out|recv|send)?|acl.*|makeaclitem|(col|obj|shobj)_description|postgres_fdw_.*|get_raw_page|page_.*|fsm_page.*|(heap|hash|gist)_(page|tuple|metapage|bitmap).*|bt_(metap|page|multi|index).*|gin_(metapage|page|leafpage|clean).*|brin_(page|metapage|revmap|summarize|desummarize).*|row_security_active|http(_.*)?|query_export_to_s3|table_import_from_s3|invoke|blob_(get|put|list)|binary_upgrade_.*|setseed|currtid2?|_?pgr_.*|cypher|pgstat.*|pgrowlocks|tuple_data_split|xslt_process|(st_)?(find|estimated)_?extent|approximate_row_count|run_command_on_.*|oracle_execute)$/,
  tables: /^pg_/,
  schemas: /^(pg_catalog|pg_toast)$/,
  tableFunctions: [
    "generate_series",
    "generate_subscripts",
    "unnest",
    "regexp_matches",
    "regexp_split_to_table",
    "string_to_table",
    "json_array_elements",
    "json_array_elements_text",
    "json_each",
    "json_each_text",
    "json_object_keys",
    "json_to_record",
    "json_to_recordset",
    "jsonb_array_elements",
    "jsonb_array_elements_text",
    "jsonb_each",
    "jsonb_each_text",
    "jsonb_object_keys",
    "jsonb_path_query",
    "jsonb_to_record",
    "jsonb_to_recordset",
  ],
};

const MYSQL: Forbidden = {
  functions:
    /^(database|schema|current_user|current_role|session_user|system_user|user|version|connection_id|load_file|sleep|benchmark|get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock|master_pos_wait|source_pos_wait|wait_for_executed_gtid_set|sys_exec|sys_eval|kill|extractvalue|updatexml|uuid_short|last_insert_id|found_rows|row_count|nextval|setval|lastval|@@.*|spider_.*|sys_get|sys_set|sys_get_config|wsrep_.*|binlog_.*|keyring_.*|audit_.*|roles_graphml|ps_.*|wait_until_sql_thread_after_gtids|group_replication_.*|asynchronous_connection_failover_.*|version_tokens_.*|\w*firewall\w*|service_(get|release)_\w*locks|(load|flush)_rewrite_rules|mysql_query_attribute_string)$/,
  tables: /^(?!)/,
  schemas: /^(mysql|performance_schema|information_schema|sys|ndbinfo)$/i,
  tableFunctions: ["j_s_o_n_table", "json_table"],
};

const SQLITE: Forbidden = {
  functions:
    /^(sqlite_.*|load_extension|eval|sha3_query|readfile|writefile|edit|fts3_tokenizer|pragma_.*|randomblob|zeroblob|(total_)?changes|last_insert_rowid)$/,
  tables: /^(sqlite_|pragma_|dbstat$)/i,
  tableFunctions: ["json_each", "json_tree", "generate_series"],
};

const CLICKHOUSE: Forbidden = {
  functions:
    /^(currentuser|current_user|user|currentdatabase|database|hostname|fqdn|currentroles|enabledroles|defaultroles|version|buildid|url|file|filesystem.*|getosinformation|getmacro|getsetting|getserverport|getoskernelversion|serveruuid|sleep|sleepeachrow|dictget.*|dicthas.*|dictisin|joinget.*|initializeaggregation|addresstoline.*|addresstosymbol|demangle|displayname|tcpport|catboostevaluate|connectionid|queryid|initialqueryid|hasthreadfuzzer|throwif|remote.*|cluster.*|s3.*|hdfs.*|mysql|postgresql|mongodb|redis|sqlite|jdbc|odbc|executable|input|dictionary|merge|view.*|loop|azure.*|gcs|iceberg.*|deltalake.*|hudi.*|urlcluster|filecluster|mergetree.*|fuzz.*|ytsaurus|arrowflight|getserversetting|getmergetreesetting|getclienthttpheader|uptime|modelevaluate|evalmlmethod|naivebayesclassifier|zookeeper.*|transactionid|shardnum|shardcount|flamegraph|trap|(?!in$)(global)?(not)?(null)?in(ignoreset)?|hascolumnintable|reversednsquery|showcertificate|(current|enabled|default)profiles|current_?(query|query_id|database|schemas?|roles|catalog)|(initial_?)?query_?(id|start_time)|auth(enticated)?user|session_user|schema|generateserialid|logtrace|ai(classify|extract|generate|translate|embed)|fullhostname|connection_id|getsettingordefault|globalvariable|getmaxtablenamelengthfordatabase|transaction(latest|oldest)snapshot|naivebayes.*|lambda|__.*)$/,
  tables: /^(?!)/,
  schemas: /^(system|information_schema)$/i,
  tableFunctions: ["numbers", "numbers_mt", "zeros", "zeros_mt", "generate_series", "generateseries", "values", "null"],
};

const TRINO: Forbidden = {
  functions: /^(current_(user|catalog|schema|path|groups)|version|table|query|raw_query|procedure)$/,
  tables: /[$@]/,
  schemas: /^(system|information_schema|jmx)$/i,
  tableFunctions: ["unnest", "j_s_o_n_table", "json_table", "sequence"],
};

const BIGQUERY: Forbidden = {
  functions:
    /^(session_user|external_query|external_object_transform|predict|forecast|generate(_.*)?|get_access_url|fetch_metadata|@@.*|load_file|appends|changes|vector_search|search|gap_fill|keys\..*)$/,
  tables: /^(__TABLES|INFORMATION_SCHEMA)/i,
  schemas: /^(information_schema|region-.*)$/i,
  tableFunctions: ["unnest"],
};

const SNOWFLAKE: Forbidden = {
  functions:
    /^(current_(user|role|account|account_name|session|warehouse|database|schema|schemas|statement|transaction|version|client|ip_address|region|secondary_roles|available_roles|organization_name)|system\$.*|get_ddl|result_scan|last_(query_id|transaction)|identifier|table|infer_schema|validate|get_presigned_url|build_.*url|get_stage_location|file_url_from_scoped|fl_.*|to_file|invoker_(role|share)|policy_context|(get)?nextval|ai_.*|(try_)?complete|embed_text_.*|classify_text|extract_answer|(entity_)?sentiment|parse_document|search_preview|finetune)$/,
  tables: /^(?!)/,
  schemas: /^(information_schema|account_usage|snowflake)$/i,
  tableFunctions: ["flatten", "unnest", "split_to_table"],
};

const TSQL: Forbidden = {
  functions:
    /^(openrowset|openquery|opendatasource|openxml|openjson|suser_.*|system_user|session_user|current_user|user|user_name|original_login|host_name|host_id|app_name|serverproperty|databasepropertyex|db_name|db_id|object_definition|is_srvrolemember|is_member|is_rolemember|has_perms_by_name|sessionproperty|connectionproperty|fn_.*|xp_.*|sp_.*|pwdencrypt|pwdcompare|login.*|schema_name|object_id|object_name|current_request_id|session_context|context_info|decryptby.*|@@.*|nextval|ident_(current|incr|seed)|scope_identity|rowcount_big|xact_state|error_(line|message|number|procedure|severity|state)|col_(name|length)|(column|index|indexkey_|object|type|filegroup|fulltextcatalog|fulltextservice|assembly|database)property(ex)?|type_(name|id)|stats_date|index_col|(file|filegroup)_(name|id|idex)|(original_)?db_name|schema_id|object_(schema_name|definition)|cursor_status|has_dbaccess|permissions|applock_.*|(key|cert|asymkey|symkey)_id|cert(encoded|privatekey|property)|current_transaction_id)$/,
  tables: /^(sys\w*$|xp_|sp_)/i,
  schemas: /^(sys|information_schema|master|msdb|tempdb|model)$/i,
  tableFunctions: ["string_split", "generate_series"],
};

const REDSHIFT: Forbidden = {
  ...POSTGRES,
  tables: /^(pg_|stl_|stv_|svv_|svl_|svcs_|sys_)/i,
  schemas: /^(pg_catalog|pg_internal|information_schema|catalog_history)$/i,
  tableFunctions: ["generate_series", "unnest"],
};

export const FORBIDDEN = {
  mysql: MYSQL,
  sqlite: SQLITE,
  clickhouse: CLICKHOUSE,
  trino: TRINO,
  bigquery: BIGQUERY,
  snowflake: SNOWFLAKE,
  tsql: TSQL,
  redshift: REDSHIFT,
} as const;
