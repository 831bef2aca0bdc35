package dataset

import (
	"fmt"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// citation returns the citation of a data set: authors (year): name, version, study. Publisher.
// Address. Then the publication, if there is one.
func (s *Service) citation(v *View) string {
	who := v.Contributor
	if who == "" {
		who = v.Submitter
	}
	parts := []string{
		fmt.Sprintf("%s (%d): %s [data set, version %d].", who, v.cited().UTC().Year(), v.Name, v.Version),
		fmt.Sprintf("%s, %s.", v.Study.Name, v.Study.Institution),
		s.cfg.Publisher + ".",
	}
	if page := s.PageURL(v.Dataset); page != "" {
		parts = append(parts, page)
	}
	if line := v.publicationLine(); line != "" {
		parts = append(parts, "Publication: "+line)
	}
	return strings.Join(parts, " ")
}

// cited returns the date in the citation: the first publication, else (private, or not known) the
// registration.
func (d *Dataset) cited() time.Time {
	if at := d.published(); at != nil {
		return *at
	}
	return d.CreatedAt
}

// published returns when a public data set was first made public; nil if unknown.
func (d *Dataset) published() *time.Time {
	if d.Sharing != Public {
		return nil
	}
	return d.PublishedAt
}

// PageURL returns the address of the page of a data set, the public page if it is public; "" if the
// server's address is unknown.
func (s *Service) PageURL(d *Dataset) string {
	if s.cfg.BaseURL == "" {
		return ""
	}
	path := "/datasets/"
	if d.Open() {
		path = PublicPath
	}
	return strings.TrimRight(s.cfg.BaseURL, "/") + path + d.ID
}

// publicationLine returns citation and address of the publication on one line.
func (v *View) publicationLine() string {
	return strings.TrimSpace(strings.Join(strings.Fields(v.Publication), " ") + " " + v.PublicationURL)
}

// missing lists what a data set still lacks.
func (v *View) missing() []string {
	list := []string{}
	add := func(when bool, sentence string) {
		if when {
			list = append(list, sentence)
		}
	}
	unplaced := false
	for _, p := range v.Phenotypes {
		unplaced = unplaced || p.File != nil && p.File.Build == notApplicable
	}
	add(v.GlobalSampleSize == 0, "Enter the number of participants.")
	add(len(v.Phenotypes) == 0, "Add a phenotype with its file.")
	for _, p := range v.Phenotypes {
		add(p.File == nil, "Add the file of "+errs.Shortened(p.label(), 100)+".")
		if p.File != nil && p.File.Check != nil {
			add(p.File.Check.Status == CheckQuestions, "Confirm the columns of the file of "+errs.Shortened(p.label(), 100)+".")
			add(p.File.Check.Status == CheckFailed, "The check refuses the file of "+errs.Shortened(p.label(), 100)+". Send a corrected one.")
		}
	}
	add(unplaced, "Enter the genome build of the positions, so that the files can be checked.")
	add(v.Ancestry == AncestryMixed && len(v.AncestryCounts) == 0, "Enter the number of participants of each ancestry.")
	add(len(v.Terms) == 0, "Name the trait in an ontology, such as EFO or MONDO.")
	add(v.Technology == "", "Enter the genotyping technology.")
	add(v.Status == statusOpen && v.PubID == "" && v.Publication == "", "Name the publication: PMID, PMCID or DOI.")
	add(v.Sharing == Public && v.Licence == "", "Enter the licence of the data.")
	return list
}
