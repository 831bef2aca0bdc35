package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
	"cohortium/internal/platform/record"
)

// ConsortiumSettings implements hermes.Consortium.
func (r hermesReads) ConsortiumSettings(ctx context.Context) (_ *hermes.StoredSettings, err error) {
	defer errs.Wrap(&err, "store.ConsortiumSettings")
	row, err := r.from.GetHermesSettings(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return &hermes.StoredSettings{}, nil
	}
	if err != nil {
		return nil, problem(err)
	}
	out := &hermes.StoredSettings{Version: row.Version, SetAt: row.SetAt.UTC(), SetBy: row.SetBy}
	return out, json.Unmarshal([]byte(row.Setting), &out.Settings)
}

// AddSettings implements hermes.Tx.
func (t hermesTx) AddSettings(ctx context.Context, in *hermes.StoredSettings) (err error) {
	defer errs.Wrap(&err, "store.Tx.AddSettings(%d)", in.Version)
	text, err := json.Marshal(in.Settings)
	if err != nil {
		return err
	}
	err = t.q.InsertHermesSettings(ctx, sqlcgen.InsertHermesSettingsParams{Version: in.Version, SetAt: in.SetAt, SetBy: in.SetBy, Setting: string(text)})
	if taken(err) != "" {
		return conflict("changed", "Another user has changed the settings. Load them again.")
	}
	return problem(err)
}

// ActiveWithRole implements hermes.Staff.
func (r hermesReads) ActiveWithRole(ctx context.Context, role string) (list []hermes.Member, err error) {
	defer errs.Wrap(&err, "store.ActiveWithRole(%q)", role)
	rows, err := r.from.ListActiveWithRole(ctx, role)
	for _, row := range rows {
		list = append(list, hermes.Member{
			Person: record.Person{ID: row.ID, UserName: row.UserName}, Name: strings.TrimSpace(row.FirstName + " " + row.LastName),
		})
	}
	return list, problem(err)
}

// CountByReviewer implements hermes.Store.
func (h *Hermes) CountByReviewer(ctx context.Context) (counts map[string]int64, err error) {
	defer errs.Wrap(&err, "store.CountByReviewer")
	rows, err := h.reader().CountUploadsByReviewer(ctx)
	counts = make(map[string]int64, len(rows))
	for _, row := range rows {
		counts[row.Reviewer] = row.N
	}
	return counts, problem(err)
}

// NoticesOf implements hermes.Notices.
func (r hermesReads) NoticesOf(ctx context.Context, userID string, after listing.Place, most int) (list []hermes.Notice, err error) {
	defer errs.Wrap(&err, "store.NoticesOf(%q)", userID)
	var before time.Time
	if after.ID != "" {
		if before, err = listing.Time(after.Key); err != nil {
			return nil, err
		}
	}
	rows, err := r.from.ListHermesNotices(ctx, sqlcgen.ListHermesNoticesParams{UserID: userID, BeforeID: after.ID, Before: before, Most: int32(most)})
	for _, row := range rows {
		list = append(list, hermes.Notice{
			ID: row.ID, UserID: userID, UploadID: row.UploadID.String, PreparedID: row.PreparedID.String, DatasetName: row.DatasetName,
			Status: hermes.UploadStatus(row.StatusSince), At: row.NotifiedAt.UTC(), Text: row.Message, Seen: row.Seen,
		})
	}
	return list, problem(err)
}

// CountUnseen implements hermes.Notices.
func (r hermesReads) CountUnseen(ctx context.Context, userID string) (n int64, err error) {
	defer errs.Wrap(&err, "store.CountUnseen(%q)", userID)
	n, err = r.from.CountUnseenHermesNotices(ctx, userID)
	return n, problem(err)
}

// MailsOf implements hermes.Notices.
func (r hermesReads) MailsOf(ctx context.Context, userID string) (c hermes.MailChoice, err error) {
	defer errs.Wrap(&err, "store.MailsOf(%q)", userID)
	row, err := r.from.GetHermesMails(ctx, userID)
	if errors.Is(err, sql.ErrNoRows) {
		return hermes.MailChoice{}, nil
	}
	return hermes.MailChoice{When: hermes.MailWhen(row.Mails), LastDaily: utc(row.MailedAt)}, problem(err)
}

// UnmailedUsers implements hermes.Notices.
func (r hermesReads) UnmailedUsers(ctx context.Context) (ids []string, err error) {
	defer errs.Wrap(&err, "store.UnmailedUsers")
	ids, err = r.from.ListUnmailedHermesUsers(ctx)
	return ids, problem(err)
}

// AddNotice implements hermes.Tx.
func (t hermesTx) AddNotice(ctx context.Context, n *hermes.Notice) (err error) {
	defer errs.Wrap(&err, "store.Tx.AddNotice(%q)", n.ID)
	return problem(t.q.InsertHermesNotice(ctx, sqlcgen.InsertHermesNoticeParams{
		ID: n.ID, UserID: n.UserID, UploadID: nullText(n.UploadID), PreparedID: nullText(n.PreparedID), NotifiedAt: n.At, Message: n.Text, Seen: n.Seen,
		Mailed: false, DeletedName: sql.NullString{String: n.DatasetName, Valid: n.UploadID == ""},
	}))
}

// SeeNotices implements hermes.Tx.
func (t hermesTx) SeeNotices(ctx context.Context, userID string, until time.Time) (err error) {
	defer errs.Wrap(&err, "store.Tx.SeeNotices(%q)", userID)
	return problem(t.q.SeeHermesNotices(ctx, sqlcgen.SeeHermesNoticesParams{UserID: userID, NotifiedAt: until}))
}

// SetMails implements hermes.Tx.
func (t hermesTx) SetMails(ctx context.Context, userID string, c hermes.MailChoice) (err error) {
	defer errs.Wrap(&err, "store.Tx.SetMails(%q)", userID)
	return problem(t.q.SetHermesMails(ctx, sqlcgen.SetHermesMailsParams{UserID: userID, Mails: string(c.When), MailedAt: c.LastDaily}))
}

// Unmailed implements hermes.Tx.
func (t hermesTx) Unmailed(ctx context.Context, userID string) (list []hermes.Notice, err error) {
	defer errs.Wrap(&err, "store.Tx.Unmailed(%q)", userID)
	rows, err := t.q.ListUnmailedHermesNotices(ctx, userID)
	for _, row := range rows {
		list = append(list, hermes.Notice{
			ID: row.ID, UserID: row.UserID, UploadID: row.UploadID.String, PreparedID: row.PreparedID.String, DatasetName: row.DatasetName,
			Status: hermes.UploadStatus(row.StatusSince), At: row.NotifiedAt.UTC(), Text: row.Message,
		})
	}
	return list, problem(err)
}

// MarkMailed implements hermes.Tx.
func (t hermesTx) MarkMailed(ctx context.Context, noticeID string) (first bool, err error) {
	defer errs.Wrap(&err, "store.Tx.MarkMailed(%q)", noticeID)
	n, err := t.q.MailHermesNotice(ctx, noticeID)
	return n > 0, problem(err)
}

// DeleteNotices implements hermes.Tx.
func (t hermesTx) DeleteNotices(ctx context.Context, before time.Time) (err error) {
	defer errs.Wrap(&err, "store.Tx.DeleteNotices(%s)", before)
	return problem(t.q.DeleteHermesNotices(ctx, before))
}
