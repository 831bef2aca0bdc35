package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/listing"
)

// Lists with combined filters are built here. Only the texts of this file become SQL; user input is
// always a parameter.

// filter collects conditions and their parameters.
type filter struct {
	where []string
	args  []any
}

// add appends a condition, whose %s are replaced by the parameters in turn.
func (f *filter) add(condition string, args ...any) {
	names := make([]any, len(args))
	for i, a := range args {
		f.args = append(f.args, a)
		names[i] = fmt.Sprintf("$%d", len(f.args))
	}
	f.where = append(f.where, fmt.Sprintf(condition, names...))
}

func (f *filter) in(column string, values []string) {
	if len(values) == 0 {
		return
	}
	f.where = append(f.where, column+" IN ("+placeholders(len(f.args)+1, len(values))+")")
	for _, v := range values {
		f.args = append(f.args, v)
	}
}

func (f *filter) sql() string {
	if len(f.where) == 0 {
		return ""
	}
	return " WHERE " + strings.Join(f.where, " AND ")
}

// order is a sort order of a list: its column, and how a caller's key becomes a parameter.
type order struct {
	column string
	key    func(string) (any, error)
}

func textKey(s string) (any, error)   { return s, nil }
func foldedKey(s string) (any, error) { return fold(s), nil }

func numberKey(s string) (any, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return nil, listing.Missing(err)
	}
	return n, nil
}

func floatKey(s string) (any, error) {
	x, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(x) {
		return nil, listing.Missing(err)
	}
	return x, nil
}

// timeKey parses RFC 3339 with any fraction of a second.
func timeKey(s string) (any, error) { return listing.Time(s) }

const maxPage = 500

// page adds the keyset condition and returns ORDER BY and LIMIT.
func (f *filter) page(orders map[string]order, sort string, after listing.Place, limit int) (string, error) {
	name, descending := strings.CutPrefix(sort, "-")
	o, ok := orders[name]
	if !ok {
		return "", errs.New(errs.Invalid, "bad_sort", "The list cannot be sorted by %q.", name)
	}
	than, direction := ">", "ASC"
	if descending {
		than, direction = "<", "DESC"
	}
	if after.ID != "" {
		key, err := o.key(after.Key)
		if err != nil {
			return "", err
		}
		// The first part is implied by the rest, so that the database starts reading the index
		// there.
		f.add("("+o.column+" "+than+"= %s AND ("+o.column+" "+than+" %s OR id "+than+" %s))", key, key, after.ID)
	}
	if limit <= 0 || limit > maxPage {
		limit = maxPage
	}
	return fmt.Sprintf(" ORDER BY %s %s, id %s LIMIT %d", o.column, direction, direction, limit), nil
}

// jsonNumber returns a whole number of an object that a text column contains, NULL where it is absent.
func (s *Store) jsonNumber(column, name string) string {
	if s.engine == Postgres {
		return "CAST(CAST(NULLIF(" + column + ", '') AS json) ->> '" + name + "' AS bigint)"
	}
	return "json_extract(NULLIF(" + column + ", ''), '$." + name + "')"
}

type scanner interface{ Scan(dest ...any) error }

// selectAll runs a query and scans every row.
func selectAll[T any](ctx context.Context, s *Store, query string, args []any, scan func(scanner) (T, error)) ([]T, error) {
	rows, err := s.dialect(s.reads).QueryContext(ctx, query, args...)
	if err != nil {
		return nil, problem(err)
	}
	defer func() { _ = rows.Close() }()
	var list []T
	for rows.Next() {
		item, err := scan(rows)
		if err != nil {
			return nil, err
		}
		list = append(list, item)
	}
	return list, problem(rows.Err())
}

// byID selects rows by id, in the order of the ids; absent ones are left out.
func byID[T any](ctx context.Context, s *Store, query string, ids []string, scan func(scanner) (T, error), id func(T) string) ([]T, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	args := make([]any, len(ids))
	place := make(map[string]int, len(ids))
	for i, v := range ids {
		args[i] = v
		place[v] = i
	}
	list, err := selectAll(ctx, s, query+"("+placeholders(1, len(ids))+")", args, scan)
	slices.SortFunc(list, func(a, b T) int { return place[id(a)] - place[id(b)] })
	return list, err
}

func (s *Store) count(ctx context.Context, query string, args []any) (n int64, err error) {
	err = s.dialect(s.reads).QueryRowContext(ctx, query, args...).Scan(&n)
	return n, problem(err)
}

func asText[T ~string](values []T) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = string(v)
	}
	return out
}
