package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"cohortium/internal/adapter/store/sqlcgen"
	"cohortium/internal/area/dataset"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/record"
)

// Studies implements dataset.Store.
func (d *Datasets) Studies(ctx context.Context, f dataset.StudyFilter) (page []*dataset.Study, total int64, err error) {
	defer errs.Wrap(&err, "store.Datasets.Studies(%+v)", f)
	var w filter
	w.words(searchedTable("studies"), f.Q)
	if total, err = d.count(ctx, "SELECT count(*) FROM studies"+w.sql(), w.args); err != nil {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{"name": {"name_key", foldedKey}}, "name", f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, d.Store, "SELECT id, name, institution, created_by, creator_id, created_at, version FROM studies"+w.sql()+tail, w.args,
		func(row scanner) (*dataset.Study, error) {
			var r sqlcgen.Study
			err := row.Scan(&r.ID, &r.Name, &r.Institution, &r.CreatedBy, &r.CreatorID, &r.CreatedAt, &r.Version)
			return toStudy(r), err
		})
	return page, total, err
}

// Data sets of others that a reader sees: those that they co-own or that are shared with them, by
// name or group.
const (
	coOwned  = "id IN (SELECT dataset_id FROM dataset_people WHERE user_id = %s AND role = 'co-owner')"
	sharedTo = "sharing = 'named' AND (id IN (SELECT dataset_id FROM dataset_people WHERE user_id = %s AND role = 'reader')"
)

// shared returns the condition for data sets shared with a reader, and its parameters.
func shared(r *dataset.Reader) (string, []any) {
	condition, args := sharedTo, []any{any(r.UserID)}
	if len(r.Groups) > 0 {
		condition += " OR id IN (SELECT dataset_id FROM dataset_groups WHERE name IN ("
		for i, name := range r.Groups {
			if i > 0 {
				condition += ", "
			}
			condition += "%s"
			args = append(args, printable(name))
		}
		condition += "))"
	}
	return "(" + condition + "))", args
}

// reader selects what a reader sees, and within that a scope.
func (f *filter) reader(r *dataset.Reader, scope string, bin bool) {
	if bin {
		f.where = append(f.where, "deleted_at IS NOT NULL")
	} else {
		f.where = append(f.where, "deleted_at IS NULL")
	}
	switch {
	case r == nil:
	case bin && !r.All:
		f.add("owner_id = %s", r.UserID)
	case !r.All:
		sees, args := shared(r)
		f.add("(owner_id = %s OR sharing = 'public' OR "+coOwned+" OR "+sees+")", append([]any{r.UserID, r.UserID}, args...)...)
	}
	switch {
	case scope == record.ScopePublic:
		f.where = append(f.where, "sharing = 'public'")
	case r == nil:
	case scope == record.ScopeMine:
		f.add("(owner_id = %s OR "+coOwned+")", r.UserID, r.UserID)
	case scope == record.ScopeShared:
		sees, args := shared(r)
		f.add("owner_id <> %s AND "+sees, append([]any{r.UserID}, args...)...)
	}
}

func (f *filter) dataset(of dataset.Filter) {
	if of.Open {
		f.open(of.Q)
	} else {
		f.reader(of.Reader, of.Scope, of.Bin)
		f.words(searchedTable("datasets"), of.Q)
	}
	if of.StudyID != "" {
		f.add("study_id = %s", printable(of.StudyID))
	}
	if of.Phenotype != "" {
		f.add("id IN (SELECT dataset_id FROM dataset_phenotypes WHERE code_key = %s)", fold(printable(of.Phenotype)))
	}
	if of.Owner != "" {
		f.add("owner_key = %s", fold(printable(of.Owner)))
	}
	f.in("data_type", of.DataType)
	f.build(of.GenomeBuild)
	f.in("ancestry", of.Ancestry)
	f.in("sex", of.Sex)
	f.in("status", of.Status)
	f.in("sharing", asText(of.Sharing))
}

// build finds data sets that have one of the builds, or whose current files state one.
func (f *filter) build(builds []string) {
	if len(builds) == 0 {
		return
	}
	marks := placeholders(len(f.args)+1, len(builds))
	f.where = append(f.where, "(genome_build IN ("+marks+") OR id IN (SELECT dataset_id FROM dataset_files WHERE is_current AND genome_build IN ("+marks+")))")
	for _, b := range builds {
		f.args = append(f.args, b)
	}
}

const (
	datasetColumns = `id, study_id, metadata, owner, owner_id, sharing, created_at, updated_at, updated_by, deleted_at, version, files, bytes,
	study_name, institution`
	datasetsWithStudy = `(SELECT datasets.*, studies.name AS study_name, studies.name_key AS study_key, studies.institution
	FROM datasets JOIN studies ON studies.id = datasets.study_id) AS d`
)

func scanDatasetRow(row scanner) (*dataset.Row, error) {
	var r sqlcgen.Dataset
	var out dataset.Row
	err := row.Scan(&r.ID, &r.StudyID, &r.Metadata, &r.Owner, &r.OwnerID, &r.Sharing, &r.CreatedAt, &r.UpdatedAt, &r.UpdatedBy, &r.DeletedAt,
		&r.Version, &out.Files, &out.Bytes, &out.StudyName, &out.Institution)
	if err != nil {
		return nil, err
	}
	out.Dataset, err = toDataset(r)
	return &out, err
}

// Datasets implements dataset.Store. Text sorts are without case; the keys of
// created_at and updated_at are RFC 3339.
func (d *Datasets) Datasets(ctx context.Context, f dataset.Filter) (page []*dataset.Row, total int64, err error) {
	defer errs.Wrap(&err, "store.Datasets.Datasets(%+v)", f)
	var w filter
	w.dataset(f)
	if !f.Uncounted {
		if total, err = d.count(ctx, "SELECT count(*) FROM datasets"+w.sql(), w.args); err != nil || total == 0 {
			return nil, 0, err
		}
	}
	tail, err := w.page(map[string]order{
		"created_at":         {"created_at", timeKey},
		"updated_at":         {"updated_at", timeKey},
		"name":               {"name_key", foldedKey},
		"study":              {"study_key", foldedKey},
		"global_sample_size": {"global_sample_size", numberKey},
		"files":              {"files", numberKey},
		"bytes":              {"bytes", numberKey},
	}, cmp.Or(f.Sort, "-updated_at"), f.After, f.Limit)
	if err != nil {
		return nil, 0, err
	}
	page, err = selectAll(ctx, d.Store, "SELECT "+datasetColumns+" FROM "+datasetsWithStudy+w.sql()+tail, w.args, scanDatasetRow)
	if err != nil || len(page) == 0 {
		return nil, total, err
	}
	return page, total, d.addToRows(ctx, page)
}

// partsOfDatasets selects the data of lists from other tables, in any order. The ids are separate
// rows, as SQLite builds a table in memory for each IN.
const partsOfDatasets = `
	SELECT dataset_id, 'phenotype' AS part, id, CASE description WHEN '' THEN code ELSE description END, created_at
	FROM (VALUES %[1]s) AS page CROSS JOIN dataset_phenotypes WHERE dataset_id = page.column1
	UNION ALL
	SELECT dataset_id, role, user_id, user_name, NULL
	FROM (VALUES %[1]s) AS page CROSS JOIN dataset_people CROSS JOIN users WHERE dataset_id = page.column1 AND users.id = user_id
	UNION ALL
	SELECT dataset_id, 'group', '', name, NULL
	FROM (VALUES %[1]s) AS page CROSS JOIN dataset_groups WHERE dataset_id = page.column1`

// partOfDataset is a row of partsOfDatasets.
type partOfDataset struct {
	datasetID, part, id, name string
	addedAt                   time.Time // of phenotypes
}

func scanPart(row scanner) (p partOfDataset, err error) {
	var at sql.NullTime
	err = row.Scan(&p.datasetID, &p.part, &p.id, &p.name, &at)
	p.addedAt = at.Time
	return p, err
}

// before returns the order of parts: phenotypes as they were added, people and groups by name.
func (p partOfDataset) before(o partOfDataset) int {
	return cmp.Or(cmp.Compare(p.part, o.part), p.addedAt.Compare(o.addedAt), cmp.Compare(p.name, o.name), cmp.Compare(p.id, o.id))
}

// addToRows adds data of other tables to a page of data sets.
func (d *Datasets) addToRows(ctx context.Context, page []*dataset.Row) error {
	rows := make(map[string]*dataset.Row, len(page))
	ids := make([]any, len(page))
	values := make([]string, len(page))
	for i, row := range page {
		rows[row.ID], ids[i] = row, row.ID
		values[i] = fmt.Sprintf("(CAST($%d AS TEXT))", i+1)
	}
	parts, err := selectAll(ctx, d.Store, fmt.Sprintf(partsOfDatasets, strings.Join(values, ", ")), ids, scanPart)
	slices.SortFunc(parts, partOfDataset.before)
	for _, p := range parts {
		p.addTo(rows[p.datasetID])
	}
	return err
}

func (p partOfDataset) addTo(row *dataset.Row) {
	switch p.part {
	case "phenotype":
		row.Phenotypes = append(row.Phenotypes, p.name)
	case "group":
		row.Groups = append(row.Groups, p.name)
	default:
		addPerson(row.Dataset, p.part, dataset.Person{ID: p.id, UserName: p.name})
	}
}
