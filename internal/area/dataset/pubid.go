package dataset

import (
	"net/url"
	"regexp"
	"strings"

	"cohortium/internal/platform/errs"
)

// The kinds of PubID.
const (
	PMID  = "pmid"
	PMCID = "pmcid"
	DOI   = "doi"
)

var (
	pmidForm  = regexp.MustCompile(`^[0-9]{1,8}$`)
	pmcidForm = regexp.MustCompile(`^(?i:PMC)([0-9]{1,9})$`)
	doiForm   = regexp.MustCompile(`^10\.[0-9]{4,9}(\.[0-9]+)*/[^\s\p{C}]+$`)
	pubPrefix = regexp.MustCompile(`^(?i:(pmid|pmcid|doi)[:\s]\s*)`)
	pubPage   = regexp.MustCompile(
		`^(?i:https?://(?:(?:dx\.|www\.)?doi\.org/|pubmed\.ncbi\.nlm\.nih\.gov/|(?:www\.)?ncbi\.nlm\.nih\.gov/(?:pubmed/|pmc/articles/)|pmc\.ncbi\.nlm\.nih\.gov/articles/))`,
	)
)

// maxPubID bounds the identifier of a publication, in bytes.
const maxPubID = 300

// ParsePubID parses a PMID, a PMCID or a DOI: alone, with a prefix such as doi:10.1000/182, or as
// the address of its page. errs.Rule (field pub_id) otherwise, and for the empty text.
func ParsePubID(text string) (PubID, error) {
	id := strings.TrimSpace(text)
	if page := pubPage.FindString(id); page != "" {
		id = id[len(page):]
		if plain, err := url.PathUnescape(id); err == nil {
			id = plain
		}
		if !strings.HasPrefix(id, "10.") { // pages of NCBI, which may end in a slash or a query
			id, _, _ = strings.Cut(id, "?")
			id = strings.TrimRight(id, "/")
		}
	}
	id = strings.TrimSpace(id[len(pubPrefix.FindString(id)):])
	if plain := strings.TrimLeft(id, "0"); pmidForm.MatchString(id) && plain != "" {
		return PubID{Kind: PMID, Value: plain}, nil
	}
	if m := pmcidForm.FindStringSubmatch(id); m != nil && strings.Trim(m[1], "0") != "" {
		return PubID{Kind: PMCID, Value: "PMC" + strings.TrimLeft(m[1], "0")}, nil
	}
	if len(id) <= maxPubID && doiForm.MatchString(id) {
		return PubID{Kind: DOI, Value: id}, nil
	}
	return PubID{}, errs.AtField("pub_id", "This is not a PMID (up to 8 digits), a PMCID (PMC and digits) nor a DOI (10.…/…).")
}

// URL returns the page of the publication.
func (p PubID) URL() string {
	switch p.Kind {
	case PMID:
		return "https://pubmed.ncbi.nlm.nih.gov/" + p.Value + "/"
	case PMCID:
		return "https://pmc.ncbi.nlm.nih.gov/articles/" + p.Value + "/"
	case DOI:
		return (&url.URL{Scheme: "https", Host: "doi.org", Path: "/" + p.Value}).String()
	}
	return ""
}

// publicationURL returns the page of a stored identifier, "" for none.
func publicationURL(pubID string) string {
	p, err := ParsePubID(pubID)
	if err != nil {
		return ""
	}
	return p.URL()
}
