import { useQuery } from "@tanstack/react-query";
import { Button } from "antd";
import { ArrowLeft, PencilLine, Tag as TagIcon } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { CUSTOM_TAG, objects, show } from "../../api/tag/contract.ts";
import { t } from "../../i18n/translate.ts";
import { AvatarGroup } from "../../ui/Avatar.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ErrorState } from "../../ui/ErrorState.tsx";
import { lazyComponent } from "../../ui/lazy-component.tsx";
import { NotFound } from "../../ui/NotFound.tsx";
import { SkeletonLines } from "../../ui/Skeleton.tsx";
import { call } from "../../web/client/client.ts";
import { type ApiError, toApiError } from "../../web/client/errors.ts";
import { HeaderButton } from "../../web/components/HeaderButton.tsx";
import { PageHeader } from "../../web/components/PageHeader.tsx";
import { RelativeTime } from "../../web/components/RelativeTime.tsx";
import { Star } from "../../web/components/Star.tsx";
import { useFavoriteStatus } from "../../web/session/favorites.ts";
import { can } from "../../web/session/session.ts";
import styles from "./tags.module.css";

const EditTag = lazyComponent(async () => (await import("./TagForm.tsx")).EditTag);

const KINDS = [
  ["dashboard", t("Dashboards")],
  ["chart", t("Charts")],
  ["query", t("Saved queries")],
  ["dataset", t("Datasets")],
] as const;

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
  const { name = "", description, type } = tag.data?.result ?? {};
  return (
    <>
      <PageHeader
        title={name ? t("Tagged “{name}”", { name }) : t("Tagged")}
        status={name ? <TagStar id={id} name={name} /> : undefined}
        actions={<HeaderActions id={id} canEdit={type === CUSTOM_TAG && can("can_write", "Tag")} />}
      />
      <div className={styles.page}>
        {description ? <p className={styles.about}>{description}</p> : null}
        {error ? (
          <ErrorState
            title={t("An error has occurred")}
            text={messageOf(toApiError(error))}
            onRetry={() => void (tag.error ? tag.refetch() : tagged.refetch())}
          />
        ) : tagged.data ? (
          <Groups items={tagged.data.result} name={name} />
        ) : (
          <SkeletonLines lines={6} />
        )}
      </div>
    </>
  );
}

function TagStar({ id, name }: { id: number; name: string }) {
  const favorites = useFavoriteStatus("tag", [id]);
  return <Star kind="tag" id={id} name={name} value={favorites.data?.get(id)} />;
}

function HeaderActions({ id, canEdit }: { id: number; canEdit: boolean }) {
  const [isEdited, setEdited] = useState(false);
  const navigate = useNavigate();
  return (
    <>
      <HeaderButton
        label={t("All tags")}
        icon={<ArrowLeft size={16} />}
        onClick={() => void navigate("/superset/tags/")}
      />
      {canEdit ? (
        <Button icon={<PencilLine size={16} />} onClick={() => setEdited(true)}>
          {t("Edit tag")}
        </Button>
      ) : null}
      {isEdited ? <EditTag id={id} onClose={() => setEdited(false)} /> : null}
    </>
  );
}

const messageOf = ({ status, message }: ApiError) =>
  status === 403 ? t("You do not have permission to read tags") : message;

type TaggedItem = { id: number; type: string; name: string; url: string; changed_on: string; owners: Owner[] };
type Owner = Parameters<typeof AvatarGroup>[0]["people"][number];

function Groups({ items, name }: { items: readonly TaggedItem[]; name: string }) {
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<TagIcon size={20} />}
        title={t("No items tagged “{name}”", { name })}
        text={t("Select dashboards or charts in their lists to tag them.")}
      />
    );
  }
  return KINDS.map(([kind, title]) => {
    const own = items.filter((item) => item.type === kind);
    if (own.length === 0) return null;
    return (
      <section key={kind} aria-label={title}>
        <h2>
          {title} <small>{own.length}</small>
        </h2>
        <ul>
          {own.map((item) => (
            <li key={item.id}>
              <Link to={item.url}>{item.name}</Link>
              <AvatarGroup people={item.owners} />
              <RelativeTime at={item.changed_on} short capitalized />
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
