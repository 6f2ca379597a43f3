import { useQuery } from "@tanstack/react-query";
import { Tag as TagIcon } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import { objects, show } from "../../api/tag/contract.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client.ts";
import { type ApiError, toApiError } from "../../web/errors.ts";
import { PageHeader } from "../../web/PageHeader.tsx";
import { RelativeTime } from "../../web/RelativeTime.tsx";
import styles from "./TaggedPage.module.css";

const KINDS = [
  ["dashboard", "Dashboards"],
  ["chart", "Charts"],
  ["query", "Saved queries"],
  ["dataset", "Datasets"],
] as const;

/** Everything that has a tag, kind by kind. */
export function TaggedPage() {
  const [params] = useSearchParams();
  const id = Number(params.get("id")) || 0;
  const tag = useQuery({
    queryKey: ["tags", "one", id],
    queryFn: ({ signal }) => call(show, { params: { id } }, { signal }),
    retry: false,
  });
  const tagged = useQuery({
    queryKey: ["tags", "objects", id],
    queryFn: ({ signal }) => call(objects, { query: { tagIds: String(id) } }, { signal }),
    enabled: tag.isSuccess,
  });
  if (tag.error && toApiError(tag.error).status === 404) return <NotFound />;
  const error = tag.error ?? tagged.error;
  const name = tag.data?.result.name ?? "";
  return (
    <>
      <PageHeader title={name ? `Tagged “${name}”` : "Tagged"} />
      <div className={styles.page}>
        {error ? (
          <ErrorState
            title="An error has occurred"
            text={wordsOf(toApiError(error))}
            onRetry={() => void (tag.error ? tag.refetch() : tagged.refetch())}
          />
        ) : tagged.data ? (
          <Groups things={tagged.data.result} name={name} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </>
  );
}

const wordsOf = ({ status, message }: ApiError) =>
  status === 403 ? "You do not have permission to read tags" : message;

type Thing = { id: number; type: string; name: string; url: string; changed_on: string; owners: Owner[] };
type Owner = Parameters<typeof AvatarGroup>[0]["people"][number];

function Groups({ things, name }: { things: readonly Thing[]; name: string }) {
  if (things.length === 0) {
    return (
      <EmptyState
        icon={<TagIcon size={20} />}
        title={`Nothing is tagged “${name}”`}
        text="Choose dashboards or charts in their lists to tag them."
      />
    );
  }
  return KINDS.map(([kind, title]) => {
    const own = things.filter((thing) => thing.type === kind);
    if (own.length === 0) return null;
    return (
      <section key={kind} aria-label={title}>
        <h2>
          {title} <small>{own.length}</small>
        </h2>
        <ul>
          {own.map((thing) => (
            <li key={thing.id}>
              <Link to={thing.url}>{thing.name}</Link>
              <AvatarGroup people={thing.owners} />
              <RelativeTime at={thing.changed_on} short capitalized />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
