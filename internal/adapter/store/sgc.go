package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/sgc"
	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/errs"
)

// SGC implements the store of package sgc.
type SGC struct {
	*Store
	sgcReads
	ruleReads
}

// SGC returns the part of the store for the cohorts of the area sgc.
func (s *Store) SGC() *SGC { return &SGC{s, sgcReads{s.reader()}, ruleReads{s.reader()}} }

// sgcTx is a transaction of package sgc.
type sgcTx struct {
	*tx
	sgcReads
}

// sgcReads runs queries inside and outside of a transaction.
type sgcReads struct{ from *sqlcgen.Queries }

var (
	_ sgc.Store = (*SGC)(nil)
	_ sgc.Tx    = sgcTx{}
)

// InTx implements sgc.Store. Transactions are serializable on both engines.
func (g *SGC) InTx(ctx context.Context, fn func(sgc.Tx) error) error {
	return g.inTx(ctx, func(t *tx) error { return fn(sgcTx{t, sgcReads{t.q}}) })
}

// Cohort implements sgc.Store.
func (g *SGC) Cohort(ctx context.Context, id string) (c *sgc.Cohort, err error) {
	defer errs.Wrap(&err, "store.SGC.Cohort(%q)", id)
	row, err := g.reader().GetSGCCohort(ctx, id)
	if err != nil {
		return nil, missing(err, "cohort")
	}
	if c, err = toCohort(row); err != nil {
		return nil, err
	}
	people, err := g.reader().ListSGCCoOwners(ctx, id)
	for _, p := range people {
		c.CoOwners = append(c.CoOwners, sgc.Person{ID: p.UserID, UserName: p.UserName})
	}
	return c, problem(err)
}

// Files implements sgc.Store.
func (g *SGC) Files(ctx context.Context, cohortID string) (list []*sgc.File, err error) {
	defer errs.Wrap(&err, "store.SGC.Files(%q)", cohortID)
	rows, err := g.reader().ListSGCFiles(ctx, cohortID)
	if err != nil {
		return nil, problem(err)
	}
	for _, r := range rows {
		f := &sgc.File{
			ID: r.ID, CohortID: r.CohortID, Kind: check.Kind(r.Kind), Version: int(r.Version), Current: r.IsCurrent, FileName: string(r.FileName),
			ContentType: r.ContentType, Size: r.SizeBytes, SHA256: r.Sha256, StoredSHA256: r.StoredSha256, BlobID: r.BlobID,
			Rows: int(r.RowCount), Warnings: int(r.Warnings), MinCell: r.MinCell, UploadedBy: r.UploadedBy, UploadedAt: r.UploadedAt.UTC(),
		}
		if err := json.Unmarshal([]byte(r.Mapping), &f.Mapping); err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// BlobIDs implements sgc.Store.
func (g *SGC) BlobIDs(ctx context.Context) (ids []string, err error) {
	defer errs.Wrap(&err, "store.SGC.BlobIDs")
	ids, err = g.reader().ListSGCBlobs(ctx)
	return ids, problem(err)
}

// CohortsHiddenBelow implements sgc.Store.
func (g *SGC) CohortsHiddenBelow(ctx context.Context, minCell int64) (ids []string, err error) {
	defer errs.Wrap(&err, "store.SGC.CohortsHiddenBelow(%d)", minCell)
	ids, err = g.reader().ListSGCCohortsHiddenBelow(ctx, minCell)
	return ids, problem(err)
}

// Mapping implements sgc.Store.
func (g *SGC) Mapping(ctx context.Context, userID string, k check.Kind) (m check.Mapping, err error) {
	defer errs.Wrap(&err, "store.SGC.Mapping(%q, %q)", userID, k)
	text, err := g.reader().GetSGCMapping(ctx, sqlcgen.GetSGCMappingParams{UserID: userID, Kind: string(k)})
	if errors.Is(err, sql.ErrNoRows) {
		return check.Mapping{}, nil
	}
	if err != nil {
		return nil, problem(err)
	}
	return m, json.Unmarshal([]byte(text), &m)
}

// CreateCohort implements sgc.Tx.
func (t sgcTx) CreateCohort(ctx context.Context, c *sgc.Cohort) (err error) {
	defer errs.Wrap(&err, "store.SGC.CreateCohort(%q)", c.ID)
	questionnaire, err := json.Marshal(c.Questionnaire)
	if err != nil {
		return err
	}
	err = t.q.InsertSGCCohort(ctx, sqlcgen.InsertSGCCohortParams{
		ID: c.ID, Name: c.Name, NameKey: fold(c.Name), Owner: c.Owner.UserName, OwnerKey: fold(c.Owner.UserName), OwnerID: c.Owner.ID,
		Total: c.Total, Males: c.Males, Females: c.Females, Questionnaire: string(questionnaire), Answered: c.Questionnaire.Answered(),
		Status: string(c.Status), ValidatedAt: c.ValidatedAt, Version: c.Version, CreatedAt: c.CreatedAt, UpdatedAt: c.UpdatedAt,
		LastActivityAt: c.LastActivityAt, SearchKey: cohortSearchKey(c),
	})
	if err != nil {
		return cohortProblem(err, c)
	}
	return t.insertCoOwners(ctx, c)
}

// UpdateCohort implements sgc.Tx; it sets the new version in c.
func (t sgcTx) UpdateCohort(ctx context.Context, c *sgc.Cohort) (err error) {
	defer errs.Wrap(&err, "store.SGC.UpdateCohort(%q)", c.ID)
	questionnaire, err := json.Marshal(c.Questionnaire)
	if err != nil {
		return err
	}
	n, err := t.q.UpdateSGCCohort(ctx, sqlcgen.UpdateSGCCohortParams{
		ID: c.ID, Version: c.Version, Name: c.Name, NameKey: fold(c.Name), Owner: c.Owner.UserName, OwnerKey: fold(c.Owner.UserName),
		OwnerID: c.Owner.ID, Total: c.Total, Males: c.Males, Females: c.Females, Questionnaire: string(questionnaire),
		Answered: c.Questionnaire.Answered(), Status: string(c.Status), ValidatedAt: c.ValidatedAt, UpdatedAt: c.UpdatedAt,
		LastActivityAt: c.LastActivityAt, SearchKey: cohortSearchKey(c),
	})
	if err != nil {
		return cohortProblem(err, c)
	}
	if err := written(ctx, n, "cohort", c.ID, t.q.GetSGCCohort); err != nil {
		return err
	}
	c.Version++
	if err := t.q.DeleteSGCCoOwners(ctx, c.ID); err != nil {
		return problem(err)
	}
	return t.insertCoOwners(ctx, c)
}

func (t sgcTx) insertCoOwners(ctx context.Context, c *sgc.Cohort) error {
	for _, p := range c.CoOwners {
		if err := t.q.InsertSGCCoOwner(ctx, sqlcgen.InsertSGCCoOwnerParams{CohortID: c.ID, UserID: p.ID, UserName: p.UserName}); err != nil {
			return problem(err)
		}
	}
	return nil
}

// DeleteCohort implements sgc.Tx.
func (t sgcTx) DeleteCohort(ctx context.Context, id string) (err error) {
	defer errs.Wrap(&err, "store.SGC.DeleteCohort(%q)", id)
	n, err := t.q.DeleteSGCCohort(ctx, id)
	return changed(n, err, "cohort")
}

// RememberMapping implements sgc.Tx.
func (t sgcTx) RememberMapping(ctx context.Context, userID string, k check.Kind, m check.Mapping, at time.Time) (err error) {
	defer errs.Wrap(&err, "store.SGC.RememberMapping(%q, %q)", userID, k)
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return problem(t.q.UpsertSGCMapping(ctx, sqlcgen.UpsertSGCMappingParams{UserID: userID, Kind: string(k), Mapping: string(text), UsedAt: at}))
}

func cohortProblem(err error, c *sgc.Cohort) error {
	if strings.HasPrefix(taken(err), "name_key") { // the engines name an index over two columns differently
		return conflict("name_taken", "The owner has a cohort named %q already; choose another name.", c.Name)
	}
	return problem(err)
}

func cohortSearchKey(c *sgc.Cohort) string {
	parts := []string{c.Name, c.Owner.UserName}
	for _, p := range c.CoOwners {
		parts = append(parts, p.UserName)
	}
	return searchKey(parts...)
}

func toCohort(r sqlcgen.SgcCohort) (*sgc.Cohort, error) {
	c := &sgc.Cohort{
		ID: r.ID, Name: r.Name, Owner: sgc.Person{ID: r.OwnerID, UserName: r.Owner}, Total: r.Total, Males: r.Males, Females: r.Females,
		Status: sgc.Status(r.Status), ValidatedAt: utc(r.ValidatedAt), Version: r.Version, CreatedAt: r.CreatedAt.UTC(),
		UpdatedAt: r.UpdatedAt.UTC(), LastActivityAt: r.LastActivityAt.UTC(),
	}
	return c, json.Unmarshal([]byte(r.Questionnaire), &c.Questionnaire)
}
