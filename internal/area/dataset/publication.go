package dataset

import (
	"cmp"
	"context"
	"strings"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
)

// Publication looks up a publication by its PMID, PMCID or DOI. errs.Rule (field pub_id) for other
// texts; errs.NotFound if it is unknown; errs.Unavailable without an answer (lookup_down) or if
// look-ups are disabled (lookup_off).
func (s *Service) Publication(ctx context.Context, by *auth.Identity, pubID string) (_ *Publication, err error) {
	defer errs.Wrap(&err, "dataset.Publication(%q)", pubID)
	if err := mustRegister(by); err != nil {
		return nil, err
	}
	id, err := ParsePubID(pubID)
	if err != nil {
		return nil, err
	}
	if s.cfg.Publications == nil {
		return nil, errs.New(errs.Unavailable, "lookup_off", "This server does not look publications up. Fill in the fields by hand.")
	}
	return s.cfg.Publications.Publication(ctx, id)
}

// ID returns the most useful identifier: PMID, else DOI, else PMCID.
func (p *Publication) ID() string { return cmp.Or(p.PMID, p.DOI, p.PMCID) }

// Date returns year and month, as in citations.
func (p *Publication) Date() string { return strings.TrimSpace(p.Year + " " + p.Month) }

// VolumeIssue returns volume and issue, such as 50(11).
func (p *Publication) VolumeIssue() string {
	if p.Issue == "" {
		return p.Volume
	}
	return p.Volume + "(" + p.Issue + ")"
}

// Citation returns the citation on one line: authors. title. journal. date;volume(issue):pages.
// place.
func (p *Publication) Citation() string {
	where := p.Date()
	if v := p.VolumeIssue(); v != "" {
		where = strings.TrimPrefix(where+";"+v, ";")
	}
	if p.Pages != "" {
		where = strings.TrimPrefix(where+":"+p.Pages, ":")
	}
	var parts []string
	for _, part := range []string{p.Authors, p.Title, p.Journal, where, p.Location} {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if !strings.HasSuffix(part, ".") && !strings.HasSuffix(part, "?") && !strings.HasSuffix(part, "!") {
			part += "."
		}
		parts = append(parts, part)
	}
	if p.Retracted {
		parts = append(parts, "[Retracted]")
	}
	return strings.Join(parts, " ")
}
