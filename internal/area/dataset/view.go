package dataset

import (
	"context"
	"maps"
	"slices"
	"time"

	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/record"
)

// View is a data set as one caller sees it.
type View struct {
	*Dataset
	Study          *StudyView
	Phenotypes     []*PhenotypeView // oldest first
	Can            Can
	Citation       string   // citation in one line
	PublicationURL string   // page of the publication; "" for none
	Completeness   []string // what is missing
	PurgedAt       *time.Time
	MetaID         string // the meta-analysis that it was made from, if the caller may see it; "" for none
	InputChanged   string // changes of that meta-analysis's inputs since then; "" for none
}

// StudyView is a study as one caller sees it.
type StudyView struct {
	*Study
	CanEdit bool
}

// PhenotypeView is a phenotype with its file and credible sets.
type PhenotypeView struct {
	*Phenotype
	File         *FileView // the current version; nil while there is none
	Versions     int       // number of versions of its file
	CredibleSets []*CredibleSetView
}

// CredibleSetView is a credible set with its file.
type CredibleSetView struct {
	*CredibleSet
	File     *FileView
	Versions int
}

// FileView is a version of a file with its parent.
type FileView struct {
	*File
	Phenotype string     // description of the phenotype, or its code
	SetName   string     // of the credible set; "" for a data file
	Build     string     // code of its genome build: its own, else that of the data set
	Check     *CheckView // the newest; nil for none
	Despite   string     // why it is published although its check failed; "" for others
}

// CheckView is a check with its job.
type CheckView struct {
	*Check
	FileBuild string    // code of the build of the positions, which may differ from that of the check
	Job       *job.View // nil if it was not requested
}

// Dataset returns a data set with its study, phenotypes and files.
func (s *Service) Dataset(ctx context.Context, by *auth.Identity, id string) (_ *View, err error) {
	defer errs.Wrap(&err, "dataset.Dataset(%q)", id)
	d, r, err := s.datasetFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	return s.view(ctx, by, d, r)
}

// view returns a data set as seen by a caller with this relation to it.
func (s *Service) view(ctx context.Context, by *auth.Identity, d *Dataset, r record.Access) (*View, error) {
	study, err := s.store.Study(ctx, d.StudyID)
	if err != nil {
		return nil, err
	}
	phenotypes, err := s.phenotypesOf(ctx, d)
	if err != nil {
		return nil, err
	}
	v := &View{Dataset: d, Study: studyView(by, study), Phenotypes: phenotypes, Can: canOf(r, d), PublicationURL: publicationURL(d.PubID)}
	if err := s.withhold(ctx, by, v); err != nil {
		return nil, err
	}
	v.Citation, v.Completeness = s.citation(v), v.missing()
	if err := s.result(ctx, by, v); err != nil {
		return nil, err
	}
	if d.DeletedAt != nil {
		at := d.DeletedAt.Add(s.cfg.BinFor)
		v.PurgedAt = &at
	}
	return v, nil
}

// result returns the meta-analysis of a data set, and how its inputs have changed.
func (s *Service) result(ctx context.Context, by *auth.Identity, v *View) error {
	metas, changed, err := s.inputsChanged(ctx, []string{v.ID})
	if by != nil && by.Can(auth.AreaHermes, auth.ViewAllUploads) {
		v.MetaID = metas[v.ID]
	}
	v.InputChanged = changed[v.ID]
	return err
}

// inputsChanged returns the meta-analyses that data sets were made of, and the changes of
// their inputs since, both by data set.
func (s *Service) inputsChanged(ctx context.Context, ids []string) (metas, changed map[string]string, err error) {
	if s.cfg.Results == nil {
		return nil, nil, nil
	}
	if metas, err = s.store.ResultsOf(ctx, ids); err != nil {
		return nil, nil, err
	}
	said, err := s.cfg.Results.InputsChanged(ctx, slices.Collect(maps.Values(metas)))
	changed = make(map[string]string, len(said))
	for id, metaID := range metas {
		changed[id] = said[metaID]
	}
	return metas, changed, err
}

// withhold removes withheld files from a view, and adds the build of the others.
func (s *Service) withhold(ctx context.Context, by *auth.Identity, v *View) error {
	for _, p := range v.Phenotypes {
		if p.File == nil {
			continue
		}
		withheld, err := s.withheld(ctx, by, v.Dataset, p.File.File)
		if err != nil {
			return err
		}
		if withheld {
			p.File = nil
			continue
		}
		if c := p.File.Check; c != nil && c.Judged() {
			c.FileBuild = BuildCode(c.buildOfRows())
			if c.Status == CheckFailed && v.decided(p.File.ID) {
				p.File.Despite = v.Despite.Reason
			}
		}
	}
	return nil
}

// phenotypesOf returns the phenotypes of a data set with their current files and the newest checks
// of these.
func (s *Service) phenotypesOf(ctx context.Context, d *Dataset) ([]*PhenotypeView, error) {
	phenotypes, err := s.store.Phenotypes(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	sets, err := s.store.CredibleSets(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	files, err := s.store.DatasetFiles(ctx, d.ID)
	if err != nil {
		return nil, err
	}
	checks, err := s.checksByFile(ctx, d, files)
	if err != nil {
		return nil, err
	}
	current, versions := make(map[string]*FileView), make(map[string]int)
	for _, f := range files {
		versions[f.ParentID]++
		if f.Current {
			current[f.ParentID] = &FileView{File: f, Build: d.buildFor(f), Check: checks[f.ID]}
		}
	}
	out := make([]*PhenotypeView, len(phenotypes))
	byID := make(map[string]*PhenotypeView, len(phenotypes))
	for i, p := range phenotypes {
		out[i] = &PhenotypeView{Phenotype: p, File: current[p.ID], Versions: versions[p.ID]}
		byID[p.ID] = out[i]
		if out[i].File != nil {
			out[i].File.Phenotype = p.label()
		}
	}
	for _, c := range sets {
		p := byID[c.PhenotypeID]
		if p == nil { // deleted between two reads
			continue
		}
		set := &CredibleSetView{CredibleSet: c, File: current[c.ID], Versions: versions[c.ID]}
		if set.File != nil {
			set.File.Phenotype, set.File.SetName = p.label(), c.Name
		}
		p.CredibleSets = append(p.CredibleSets, set)
	}
	return out, nil
}

// checksByFile returns the newest check of each current file, unless the file's build has changed
// since.
func (s *Service) checksByFile(ctx context.Context, d *Dataset, files []*File) (map[string]*CheckView, error) {
	checks, err := s.store.ChecksOf(ctx, d.ID)
	checks = slices.DeleteFunc(checks, func(c *Check) bool {
		return !slices.ContainsFunc(files, func(f *File) bool { return f.ID == c.FileID && d.buildFor(f) == c.Build })
	})
	if err != nil {
		return nil, err
	}
	ids := make([]string, 0, len(checks))
	for _, c := range checks {
		ids = append(ids, c.JobID)
	}
	jobs, err := job.Views(ctx, s.store, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]*CheckView, len(checks))
	for _, c := range checks {
		out[c.FileID] = &CheckView{Check: c, Job: jobs[c.JobID]}
	}
	return out, nil
}

// label returns the display name of a phenotype.
func (p *Phenotype) label() string {
	if p.Description != "" {
		return p.Description
	}
	return p.Code
}
