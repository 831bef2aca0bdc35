import { Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type PublishedPageRow, publishedPagesQuery, publishedPictureUrl } from "@/api/pages/pages";
import { formatDate, plural } from "@/lib/format/format";
import { ButtonLink } from "@/ui/action/links";
import { Card } from "@/ui/Card";
import { SearchInput } from "@/ui/form/SearchInput";
import { Answered, inCard } from "@/ui/state/Answered";
import { EmptyState } from "@/ui/state/states";
import { Pager } from "@/ui/table/Pager";
import { untitled } from "../words";
import classes from "./gallery.module.css";
import { publishedParams } from "./params";
import type { GalleryProps } from "./search";

/** Published pages with their pictures. */
export function Published({ search, onSearch }: GalleryProps) {
  const pages = useQuery(publishedPagesQuery(publishedParams(search)));
  const after = search.after ?? [];
  return (
    <div className={classes.stack}>
      <div className={classes.tools}>
        <SearchInput
          className={classes.search}
          label="Search title, text, owner"
          value={search.q ?? ""}
          onChange={(q) => onSearch({ q, after: undefined })}
        />
        <span className={classes.faint}>{pages.data && plural(pages.data.total, "page")}</span>
      </div>
      <Answered
        what="the gallery"
        answer={pages}
        loading={<CardsSkeleton />}
        frame={inCard()}
        isEmpty={({ items }) => items.length === 0}
        empty={<NoPages q={search.q} onClear={() => onSearch({ q: undefined, after: undefined })} />}
      >
        {({ items, next_cursor, total }) => (
          <>
            <ul className={classes.grid}>
              {items.map((page) => (
                <li key={page.slug}>
                  <PageCard page={page} />
                </li>
              ))}
            </ul>
            <Pager
              after={after}
              shown={items.length}
              total={total}
              nextCursor={next_cursor}
              onAfter={(next) => onSearch({ after: next })}
            />
          </>
        )}
      </Answered>
    </div>
  );
}

/** Placeholders of cards while they load. */
function CardsSkeleton() {
  return (
    <div role="status" aria-label="Loading the gallery">
      <div className={classes.grid} aria-hidden="true">
        {["first", "second", "third", "fourth"].map((card) => (
          <div key={card} className={classes.card}>
            <Skeleton className={classes.picture} height="auto" radius={0} />
            <div className={classes.words}>
              <Skeleton height={18} width="70%" radius="sm" />
              <Skeleton height={34} radius="sm" />
              <Skeleton height={14} width="45%" radius="sm" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

function PageCard({ page }: { page: PublishedPageRow }) {
  const { slug, address, title, about, owner, picture, published_at } = page;
  return (
    <article className={classes.card}>
      <div className={classes.picture}>
        {picture ? (
          <img src={publishedPictureUrl(slug)} alt="" loading="lazy" />
        ) : (
          <span className={classes.faint}>No picture</span>
        )}
      </div>
      <div className={classes.words}>
        <h2 className={classes.title}>
          <a href={address}>{title || untitled}</a>
        </h2>
        {about && <p className={classes.about}>{about}</p>}
        <p className={classes.faint}>
          {owner}, {formatDate(published_at)}
        </p>
      </div>
    </article>
  );
}

function NoPages({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  if (q) {
    return (
      <Card>
        <EmptyState
          title={`Nothing found for “${q}”`}
          actions={
            <button type="button" className={classes.clear} onClick={onClear}>
              Clear the search
            </button>
          }
        >
          The search covers titles, texts and owners of published pages.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card>
      <EmptyState title="Nothing is published yet" actions={<ButtonLink to="/configbuilder">New page</ButtonLink>}>
        A page shows a table with interactive filters and plots. Published pages appear here.
      </EmptyState>
    </Card>
  );
}
