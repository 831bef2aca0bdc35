package dataset

import (
	"fmt"
	"strings"
	"time"

	"cohortium/internal/platform/errs"
)

// citation is how to cite a data set: who (year): name, version, of which study.
// Publisher. Address. And the publication, when there is one.
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

// cited is the time by which a data set is cited: when it was first made public, or
// registered while it is not or that is not known.
func (d *Dataset) cited() time.Time {
	if at := d.published(); at != nil {
		return *at
	}
	return d.CreatedAt
}

// published is when a public data set was first made public; nil when that is not known.
func (d *Dataset) published() *time.Time {
	if d.Sharing != Public {
		return nil
	}
	return d.PublishedAt
}

// PageURL is the page of a data set, the one for everybody while it is public; ""
// when the address of the server is not known.
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

// publicationLine is citation and address of the publication on one line.
func (v *View) publicationLine() string {
	return strings.TrimSpace(strings.Join(strings.Fields(v.Publication), " ") + " " + v.PublicationURL)
}

// missing lists what a data set still lacks, as a to-do list.
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
