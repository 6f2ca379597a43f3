/** What the engine's process is started with. */
export interface ChildSettings {
  memoryLimit: string;
  threads: number;
  temporaryFolder: string;
  connectionsPerFile: number;
  connectionsKept: number;
}

type Options = Readonly<Record<string, string>>;

/** What sorting and joining beyond memory may take of the disk. */
const MAX_SPILL = "10GB";
/**
 * What a query has let go of goes back to the system a moment later, aside: by default hundreds of megabytes stay. Where
 * queries let go of it themselves (`allocator_bulk_deallocation_flush_threshold`), large groupings take a tenth longer.
 */
const LET_GO = { allocator_background_threads: "true" };

/** Settings of an instance that loads a file, and of one that only reads it. */
export function instanceOptions(settings: ChildSettings): { loading: Options; reading(file: string): Options } {
  const loading = {
    ...LET_GO,
    memory_limit: settings.memoryLimit,
    threads: String(settings.threads),
    temp_directory: settings.temporaryFolder,
    max_temp_directory_size: MAX_SPILL,
    autoinstall_known_extensions: "false",
  };
  const reading = (file: string) => ({
    ...loading,
    ...(file === ":memory:" ? {} : { access_mode: "READ_ONLY" }),
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
  });
  return { loading, reading };
}
