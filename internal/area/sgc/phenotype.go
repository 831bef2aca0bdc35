package sgc

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	_ "embed" // the consortium's list

	"cohortium/internal/area/sgc/check"
	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
	"cohortium/internal/platform/spreadsheet"
)

//go:embed phenotypes.csv
var phenotypeList string

// PhenotypeQuery selects phenotypes.
type PhenotypeQuery struct {
	Q              string // every word occurs in code, description or another name
	WithoutRetired bool
}

// PhenotypeView is a phenotype with the cohorts that use it.
type PhenotypeView struct {
	*Phenotype
	Cohorts []PhenotypeUser // those that the caller may see
}

// PhenotypeInput is a reviewer's description of a phenotype.
type PhenotypeInput struct {
	Code        string // new phenotypes only
	Description string
	Aliases     []string
	Retired     *bool // the consortium does not ask for it any more; nil: unchanged, false for a new one
}

// Limits of the description.
const (
	maxDescription = 500
	maxAliases     = 50
	maxAlias       = 100
)

var codeForm = regexp.MustCompile(`^[A-Z0-9_]{2,20}$`)

// dictionary returns the phenotypes for checking and displaying files.
func (s *Service) dictionary(ctx context.Context) (*check.Phenotypes, []*Phenotype, error) {
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, nil, err
	}
	entries := make([]check.Entry, len(list))
	for i, p := range list {
		entries[i] = check.Entry{Code: p.Code, Aliases: p.Aliases, Retired: p.Retired}
	}
	return check.NewPhenotypes(entries), list, nil
}

// Phenotypes lists the phenotypes by code. Every account may read them.
func (s *Service) Phenotypes(ctx context.Context, q PhenotypeQuery) (_ []*Phenotype, err error) {
	defer errs.Wrap(&err, "sgc.Phenotypes(%+v)", q)
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return nil, err
	}
	sums, err := s.store.CountSums(ctx, false)
	if err != nil {
		return nil, err
	}
	known := byCode(list)
	for _, sum := range sums {
		switch p := known[sum.Code]; {
		case p == nil:
		case sum.Sex == check.Both: // counted with the males and with the females
			p.UsedBy -= sum.Cohorts
		default:
			p.UsedBy += sum.Cohorts
		}
	}
	return slices.DeleteFunc(list, func(p *Phenotype) bool {
		return q.WithoutRetired && p.Retired || !containsWords(q.Q, p.Code, p.Description, strings.Join(p.Aliases, "\n"))
	}), nil
}

// containsWords reports whether every word of a search occurs in the texts.
func containsWords(q string, texts ...string) bool {
	all := strings.ToLower(strings.Join(texts, "\n"))
	for _, word := range strings.Fields(strings.ToLower(q)) {
		if !strings.Contains(all, word) {
			return false
		}
	}
	return true
}

// Phenotype returns one phenotype with the cohorts that use it.
func (s *Service) Phenotype(ctx context.Context, by *auth.Identity, code string) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "sgc.Phenotype(%q)", code)
	p, err := s.store.Phenotype(ctx, code)
	if err != nil {
		return nil, err
	}
	users, err := s.store.PhenotypeUsers(ctx, code, "")
	if err != nil {
		return nil, err
	}
	for _, u := range users {
		if u.Current {
			p.UsedBy++
		}
	}
	if !reviews(by) {
		users, err = s.store.PhenotypeUsers(ctx, code, by.User.ID)
	}
	return &PhenotypeView{Phenotype: p, Cohorts: users}, err
}

// CreatePhenotype adds a phenotype. errs.Rule with the fields at fault,
// errs.Conflict (phenotype_exists, alias_taken).
func (s *Service) CreatePhenotype(ctx context.Context, by *auth.Identity, in PhenotypeInput) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "sgc.CreatePhenotype(%q)", in.Code)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	in.Code = strings.TrimSpace(in.Code)
	if !codeForm.MatchString(in.Code) {
		return nil, errs.AtField("code", "A code has 2 to 20 characters: A to Z, digits and _.")
	}
	if in, err = s.checkPhenotype(ctx, in); err != nil {
		return nil, err
	}
	now := s.now()
	p := &Phenotype{
		Code: in.Code, Description: in.Description, Aliases: in.Aliases, Retired: in.Retired != nil && *in.Retired,
		Version: 1, CreatedAt: now, UpdatedAt: now,
	}
	err = s.store.InTx(ctx, func(tx Tx) error {
		if err := tx.CreatePhenotype(ctx, p); err != nil {
			return err
		}
		return s.auditPhenotype(ctx, tx, by, audit.Created, p.Code, nil, p.sheet())
	})
	if err != nil {
		return nil, err
	}
	return s.Phenotype(ctx, by, p.Code)
}

// UpdatePhenotype replaces description, other names and retirement of a phenotype. errs.Rule with
// the fields at fault, errs.Conflict (alias_taken; changed, if the version is not current).
func (s *Service) UpdatePhenotype(ctx context.Context, by *auth.Identity, code string, version int64, in PhenotypeInput) (_ *PhenotypeView, err error) {
	defer errs.Wrap(&err, "sgc.UpdatePhenotype(%q, %d)", code, version)
	if err := mustReview(by); err != nil {
		return nil, err
	}
	p, err := s.store.Phenotype(ctx, code)
	if err != nil {
		return nil, err
	}
	before := p.sheet()
	in.Code = code
	if in, err = s.checkPhenotype(ctx, in); err != nil {
		return nil, err
	}
	p.Description, p.Aliases = in.Description, in.Aliases
	if in.Retired != nil {
		p.Retired = *in.Retired
	}
	was, is := record.Differing(before, p.sheet())
	if len(was) == 0 {
		return s.Phenotype(ctx, by, code)
	}
	p.Version, p.UpdatedAt = version, s.now()
	var archive []string
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		again := *p // fn of a transaction may run again
		if err := tx.UpdatePhenotype(ctx, &again); err != nil {
			return err
		}
		if archive, err = dropArchive(ctx, tx); err != nil {
			return err
		}
		return s.auditPhenotype(ctx, tx, by, audit.Changed, code, was, is)
	})
	if err != nil {
		return nil, err
	}
	s.removeBlobs(ctx, archive)
	return s.Phenotype(ctx, by, code)
}

// DeletePhenotype deletes a phenotype that no file uses. errs.Conflict (phenotype_used) names the
// cohorts that do.
func (s *Service) DeletePhenotype(ctx context.Context, by *auth.Identity, code string) (err error) {
	defer errs.Wrap(&err, "sgc.DeletePhenotype(%q)", code)
	if err := mustReview(by); err != nil {
		return err
	}
	p, err := s.store.Phenotype(ctx, code)
	if err != nil {
		return err
	}
	var archive []string
	err = s.store.InTx(ctx, func(tx Tx) (err error) {
		if err := tx.DeletePhenotype(ctx, code); err != nil {
			return err
		}
		if archive, err = dropArchive(ctx, tx); err != nil {
			return err
		}
		return s.auditPhenotype(ctx, tx, by, audit.Deleted, code, p.sheet(), nil)
	})
	if errs.CodeOf(err) == "phenotype_used" {
		users, failed := s.store.PhenotypeUsers(ctx, code, "")
		if failed != nil || len(users) == 0 {
			return errors.Join(err, failed)
		}
		return errs.New(errs.Conflict, "phenotype_used", "Files name this phenotype, so it can only be retired: %s.", listed(users))
	}
	if err == nil {
		s.removeBlobs(ctx, archive)
	}
	return err
}

// listed names cohorts, the first few of many.
func listed(users []PhenotypeUser) string {
	const shown = 10
	var out []string
	for i, u := range users {
		if i == shown {
			return strings.Join(out, ", ") + " and others"
		}
		if u.Current {
			out = append(out, u.Name)
		} else {
			out = append(out, u.Name+" (a replaced file)")
		}
	}
	return strings.Join(out, ", ")
}

// checkPhenotype trims the description, and refuses names that files could use for another
// phenotype.
func (s *Service) checkPhenotype(ctx context.Context, in PhenotypeInput) (PhenotypeInput, error) {
	in.Description = strings.TrimSpace(in.Description)
	if n := utf8.RuneCountInString(in.Description); n == 0 || n > maxDescription {
		return in, errs.AtField("description", "Enter a description of at most 500 characters.")
	}
	if hidden := oneline.Fault(in.Description); hidden != "" {
		return in, errs.AtField("description", hidden)
	}
	var aliases []string
	for _, alias := range in.Aliases {
		alias = strings.TrimSpace(alias)
		if alias == "" || alias == in.Code || slices.Contains(aliases, alias) {
			continue
		}
		if utf8.RuneCountInString(alias) > maxAlias {
			return in, errs.AtField("aliases", "Another name has at most 100 characters.")
		}
		if hidden := oneline.Fault(alias); hidden != "" {
			return in, errs.AtField("aliases", hidden)
		}
		aliases = append(aliases, alias)
	}
	if len(aliases) > maxAliases {
		return in, errs.AtField("aliases", "A phenotype has at most 50 other names.")
	}
	in.Aliases = aliases
	list, err := s.store.Phenotypes(ctx)
	if err != nil {
		return in, err
	}
	for _, p := range list {
		if p.Code == in.Code {
			continue
		}
		for _, name := range append([]string{p.Code}, p.Aliases...) {
			if name == in.Code || slices.Contains(aliases, name) {
				return in, errs.New(errs.Conflict, "alias_taken", "%s is a name of %s already.", "“"+errs.Shortened(name, 100)+"”", p.Code).
					WithFields(errs.Field{Field: "aliases", Message: "Another phenotype has this name."})
			}
		}
	}
	return in, nil
}

// sheet returns the description of a phenotype as values by name.
func (p *Phenotype) sheet() map[string]string {
	return map[string]string{
		"description": p.Description, "aliases": spreadsheet.List(p.Aliases), "retired": map[bool]string{true: "yes", false: "no"}[p.Retired],
	}
}

func (s *Service) auditPhenotype(ctx context.Context, tx Tx, by *auth.Identity, action audit.Action, code string, before, after map[string]string) error {
	return audit.Append(ctx, tx, s.now(), audit.Entry{
		Action: action, Object: objectPhenotype, ObjectID: code, Before: before, After: after, Actor: by.User.UserName,
	})
}

// PhenotypesCSV writes the phenotypes that match a query as CSV, by code.
func (s *Service) PhenotypesCSV(ctx context.Context, q PhenotypeQuery, w io.Writer) (err error) {
	defer errs.Wrap(&err, "sgc.PhenotypesCSV")
	list, err := s.Phenotypes(ctx, q)
	if err != nil {
		return err
	}
	return writePhenotypes(w, list)
}

func writePhenotypes(w io.Writer, list []*Phenotype) error {
	return writeCSV(w, []string{"phenotype_code", "description", "other_names", "retired"}, list, func(p *Phenotype) []string {
		return []string{
			p.Code,
			spreadsheet.Text(p.Description),
			spreadsheet.Text(spreadsheet.List(p.Aliases)),
			map[bool]string{true: "yes", false: "no"}[p.Retired],
		}
	})
}

// writeCSV writes a table by RFC 4180. Typed texts must already be safe from being read as
// formulas.
func writeCSV[T any](w io.Writer, header []string, rows []T, cells func(T) []string) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(header); err != nil {
		return err
	}
	for _, row := range rows {
		if err := out.Write(cells(row)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// EnsurePhenotypes loads the consortium's list into an empty database. Several
// servers may call it at once, and again at every start.
func (s *Service) EnsurePhenotypes(ctx context.Context) (err error) {
	defer errs.Wrap(&err, "sgc.EnsurePhenotypes")
	rows, err := csv.NewReader(strings.NewReader(phenotypeList)).ReadAll()
	if err != nil {
		return err
	}
	now := s.now()
	err = s.store.InTx(ctx, func(tx Tx) error {
		n, err := tx.CountPhenotypes(ctx)
		if err != nil || n > 0 {
			return err
		}
		for _, row := range rows[1:] {
			p := &Phenotype{Code: row[0], Description: row[1], Version: 1, CreatedAt: now, UpdatedAt: now}
			if err := tx.CreatePhenotype(ctx, p); err != nil {
				return err
			}
		}
		return audit.Append(ctx, tx, now, audit.Entry{
			Action: audit.Created, Object: objectPhenotype, Actor: audit.System, Detail: "the list of the consortium",
		})
	})
	if errs.CodeOf(err) == "phenotype_exists" { // another server was first
		return nil
	}
	return err
}

// byCode finds phenotypes by their codes.
func byCode(list []*Phenotype) map[string]*Phenotype {
	out := make(map[string]*Phenotype, len(list))
	for _, p := range list {
		out[p.Code] = p
	}
	return out
}
