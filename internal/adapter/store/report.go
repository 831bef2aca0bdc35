package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"cohortium/internal/area/hermes"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// UploadsReporting implements reference.Reports: the data sets whose current report used a file, by
// its SHA-256, ordered by name.
func (s *Store) UploadsReporting(ctx context.Context, sum string, limit int) (list []*hermes.Submission, total int64, err error) {
	defer errs.Wrap(&err, "store.UploadsReporting(%q)", sum)
	var w filter
	w.add("run_id IN (SELECT id FROM qc_runs WHERE checksums LIKE %s ESCAPE '!')", like(sum))
	if total, err = s.count(ctx, "SELECT count(*) FROM hermes_uploads"+w.sql(), w.args); err != nil || total == 0 {
		return nil, 0, err
	}
	tail, err := w.page(map[string]order{"dataset_name": {"dataset_key", foldedKey}}, "dataset_name", listing.Place{}, limit)
	if err != nil {
		return nil, 0, err
	}
	list, err = selectAll(ctx, s, "SELECT "+uploadColumns+" FROM hermes_uploads"+w.sql()+tail, w.args, scanUpload)
	return list, total, err
}

// Reporting implements reference.Reports: how many data sets, of HERMES and of the registry, and
// meta-analyses used each file by their current report.
func (s *Store) Reporting(ctx context.Context) (dataSets, analyses map[string]int64, err error) {
	defer errs.Wrap(&err, "store.Reporting")
	dataSets, analyses = map[string]int64{}, map[string]int64{}
	for _, of := range []struct {
		count map[string]int64
		query string
	}{
		{dataSets, "SELECT r.checksums, u.id FROM hermes_uploads u JOIN qc_runs r ON r.id = u.run_id WHERE r.checksums <> ''"},
		{dataSets, `SELECT c.checksums, f.dataset_id FROM dataset_files f JOIN dataset_checks c ON c.id = f.check_id
			WHERE f.is_current AND c.checksums <> ''`},
		{analyses, "SELECT checksums, id FROM meta_analyses WHERE checksums <> ''"},
	} {
		if err := s.countNamed(ctx, of.query, of.count); err != nil {
			return nil, nil, err
		}
	}
	return dataSets, analyses, nil
}

// countNamed adds one to each file for each owner of a report that names it. The query returns
// reports as their checksums and their owner, which may have several.
func (s *Store) countNamed(ctx context.Context, query string, count map[string]int64) error {
	type use struct{ sum, owner string }
	seen := map[use]bool{}
	_, err := selectAll(ctx, s, query, nil, func(row scanner) (none struct{}, err error) {
		var sums, owner string
		if err := row.Scan(&sums, &owner); err != nil {
			return none, err
		}
		for sum := range strings.SplitSeq(sums, ",") {
			if u := (use{sum, owner}); !seen[u] {
				seen[u] = true
				count[sum]++
			}
		}
		return none, nil
	})
	return err
}

// checksums returns the SHA-256 of the files that a report names, each once, separated by commas:
// they are stored next to the report, so that a search need not read it.
func checksums(report []byte) string {
	var sums []string
	dec := json.NewDecoder(bytes.NewReader(report))
	named := false
	for {
		token, err := dec.Token()
		if err != nil {
			break
		}
		text, is := token.(string)
		if named && is && len(text) == hex.EncodedLen(sha256.Size) {
			sums = append(sums, text)
		}
		named = is && !named && text == "sha256"
	}
	slices.Sort(sums)
	return strings.Join(slices.Compact(sums), ",")
}
