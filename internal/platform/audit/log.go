package audit

import (
	"context"
	"errors"
	"time"

	"cohortium/internal/platform/cache"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// Log is the trail as a service: entries without a transaction, reading, exporting and verifying.
type Log struct {
	store Store
	now   func() time.Time
	// recorded are the downloads that this process entered within the last DownloadSpan, so that
	// reading a file in a thousand parts does not query the trail a thousand times.
	recorded *cache.Cache[download, struct{}]
}

// download is the key of a download that is entered once in a DownloadSpan.
type download struct {
	object, objectID, detail string
	actorID, address         string // the address only for callers without an account
}

const downloadsKept = 10_000

// NewLog returns a log over a store.
func NewLog(store Store, now func() time.Time) *Log {
	return &Log{store: store, now: now, recorded: cache.New[download, struct{}](downloadsKept, DownloadSpan, now)}
}

// Record appends an entry in a separate transaction.
func (l *Log) Record(ctx context.Context, entry Entry) error {
	at := l.now()
	return l.store.InAuditTx(ctx, func(tx Tx) error { return Append(ctx, tx, at, entry) })
}

// RecordDownload calls AppendDownload in a separate transaction, unless this process entered the
// download already.
func (l *Log) RecordDownload(ctx context.Context, entry Entry) error {
	e := newEvent(OriginOf(ctx), l.now(), entry)
	key := download{object: e.Object, objectID: e.ObjectID, detail: e.Detail, actorID: e.ActorID}
	if e.ActorID == "" {
		key.address = e.Address
	}
	_, err := l.recorded.Get(ctx, key, func(ctx context.Context) (none struct{}, err error) {
		at, added := l.now(), false
		err = l.store.InAuditTx(ctx, func(tx Tx) (err error) {
			added, err = AppendDownload(ctx, tx, at, entry)
			return err
		})
		if err == nil && !added {
			err = errToldBefore
		}
		return none, err
	})
	if errors.Is(err, errToldBefore) {
		return nil
	}
	return err
}

// errToldBefore reports a download that is in the trail already. Its time is not known here, so it
// is not cached.
var errToldBefore = errors.New("the audit trail has this download")

// Page is a page of the trail, newest first.
type Page struct {
	Items  []Event
	Next   int64          // Filter.Before of the next page; 0 on the last
	Total  int64          // on all pages
	Facets listing.Facets // nil unless the filter asks for them
}

// The sizes of a page.
const (
	defaultPage = 50
	maxPage     = 500
)

// Search returns a page of the entries that a filter selects.
func (l *Log) Search(ctx context.Context, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "audit.Search")
	switch {
	case f.Limit == 0:
		f.Limit = defaultPage
	case f.Limit < 0 || f.Limit > maxPage:
		f.Limit = maxPage
	}
	limit := f.Limit
	f.Limit++ // one more shows whether there is a next page
	events, total, err := l.store.AuditEvents(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Items: events, Total: total}
	if f.Facets {
		if page.Facets, err = l.store.AuditFacets(ctx, f); err != nil {
			return nil, err
		}
	}
	if len(events) > limit {
		page.Items = events[:limit]
		page.Next = events[limit-1].Seq
	}
	return page, nil
}
