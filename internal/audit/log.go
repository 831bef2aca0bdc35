package audit

import (
	"context"
	"time"

	"cohortium/internal/errs"
)

// Log is the trail as a service: entries of what has no transaction of its own,
// reading, exporting and verifying.
type Log struct {
	store Store
	now   func() time.Time
}

// NewLog makes a log over a store.
func NewLog(store Store, now func() time.Time) *Log { return &Log{store: store, now: now} }

// Record appends an entry in a transaction of its own.
func (l *Log) Record(ctx context.Context, entry Entry) error {
	at := l.now()
	return l.store.InAuditTx(ctx, func(tx Tx) error { return Append(ctx, tx, at, entry) })
}

// RecordDownload is AppendDownload in a transaction of its own.
func (l *Log) RecordDownload(ctx context.Context, entry Entry) error {
	at := l.now()
	return l.store.InAuditTx(ctx, func(tx Tx) error {
		_, err := AppendDownload(ctx, tx, at, entry)
		return err
	})
}

// Page is a page of the trail, newest first.
type Page struct {
	Items []Event
	Next  int64 // Filter.Before of the next page; 0 on the last
	Total int64 // on all pages
}

// The sizes of a page.
const (
	defaultPage = 50
	maxPage     = 500
)

// Search gives a page of the entries that a filter selects.
func (l *Log) Search(ctx context.Context, f Filter) (_ *Page, err error) {
	defer errs.Wrap(&err, "audit.Search")
	switch {
	case f.Limit == 0:
		f.Limit = defaultPage
	case f.Limit < 0 || f.Limit > maxPage:
		f.Limit = maxPage
	}
	limit := f.Limit
	f.Limit++ // one more tells whether there is a next page
	events, total, err := l.store.AuditEvents(ctx, f)
	if err != nil {
		return nil, err
	}
	page := &Page{Items: events, Total: total}
	if len(events) > limit {
		page.Items = events[:limit]
		page.Next = events[limit-1].Seq
	}
	return page, nil
}
