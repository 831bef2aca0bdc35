package bioindex

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"cohortium/internal/platform/audit"
	"cohortium/internal/platform/auth"
	"cohortium/internal/platform/errs"
	"cohortium/internal/platform/file"
	"cohortium/internal/platform/job"
	"cohortium/internal/platform/oneline"
	"cohortium/internal/platform/record"
)

const maxName = 200 // characters

// Input describes an index to create.
type Input struct {
	Name   string
	Area   auth.Area // of an index of an upload; "" for the caller's first one
	Source Source
	Definition
}

// Create creates an index of a file that the caller may read, and starts its build. It is private.
// errs.Rule with the fields name, source, schema, types, genome_build, coordinates; errs.Rule
// (quota_reached) when the caller's quota is used up; errs.RateLimited for too many jobs.
func (s *Service) Create(ctx context.Context, by *auth.Identity, in Input) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Create(%+v)", in.Source)
	name, err := nameOK(in.Name)
	if err != nil {
		return nil, err
	}
	f, err := s.sources.Open(ctx, by, in.Source)
	if err != nil {
		return nil, err
	}
	area, err := areaOf(by, f, in.Area)
	if err != nil {
		return nil, err
	}
	head, err := inspect(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := in.suits(ctx, f, head); err != nil {
		return nil, err
	}
	now := s.now()
	owner := record.Person{ID: by.User.ID, UserName: by.User.UserName}
	x := &Index{
		ID: s.newID(), Name: name, Area: area, Owner: owner, Sharing: Private, Source: in.Source, SourceName: f.Name, SourceBytes: f.Size,
		CreatedAt: now, UpdatedAt: now, UpdatedBy: owner.UserName, Version: 1,
	}
	if err := s.store.InTx(ctx, func(tx Tx) error { return s.insert(ctx, tx, by, x, f, in.Definition) }); err != nil {
		return nil, err
	}
	return s.Index(ctx, by, x.ID)
}

// insert stores a new index with its first build and job.
func (s *Service) insert(ctx context.Context, tx Tx, by *auth.Identity, x *Index, f *SourceFile, d Definition) error {
	if x.Source.Kind == FromUpload {
		if err := tx.ClaimUpload(ctx, x.Source.ID, x.Owner.ID); err != nil {
			return err
		}
	}
	if err := tx.CreateIndex(ctx, x); err != nil {
		return err
	}
	if err := s.hasRoom(ctx, tx, x.Owner.ID); err != nil {
		return err
	}
	if err := s.startBuild(ctx, tx, by, x, f, d); err != nil {
		return err
	}
	if err := tx.UpdateIndex(ctx, x); err != nil {
		return err
	}
	return s.note(ctx, tx, by, x.ID, record.Event{
		Action: "made", Detail: "of " + x.SourceName, Kind: audit.Created,
		After: map[string]string{"name": x.Name, "schema": d.Schema, "source": string(x.Source.Kind) + " " + x.Source.ID},
	})
}

// hasRoom rejects what exceeds an owner's quota, as this transaction sees it.
func (s *Service) hasRoom(ctx context.Context, tx Tx, ownerID string) error {
	room, err := s.roomOf(ctx, tx, ownerID)
	if err != nil {
		return err
	}
	switch {
	case !room.Indexes.Fits(0):
		return errs.New(
			errs.Rule,
			"quota_reached",
			"You have %d indexes, which is as many as an account may have, those in the bin too. Delete one permanently first.",
			room.Indexes.Limit,
		)
	case !room.Bytes.Fits(0):
		return errs.New(
			errs.Rule,
			"quota_reached",
			"Your indexes and their files would take %s, and an account may have %s. Delete one permanently first.",
			file.SizeText(room.Bytes.Used),
			file.SizeText(room.Bytes.Limit),
		)
	}
	return nil
}

// startBuild creates a build of a locked index and its job, and makes it the newest.
func (s *Service) startBuild(ctx context.Context, tx Tx, by *auth.Identity, x *Index, f *SourceFile, d Definition) error {
	now := s.now()
	b := &Build{
		ID: s.newID(), IndexID: x.ID, Status: Queued, Definition: d, FileID: f.FileID, SourceTag: f.Tag, JobID: s.newID(),
		CreatedBy: by.User.UserName, CreatedAt: now,
	}
	err := job.Enqueue(ctx, tx, &job.Job{
		ID: b.JobID, Kind: KindBuild, Area: x.Area, SubjectID: x.ID, RunID: b.ID, OwnerID: x.Owner.ID, Memory: buildMemory,
	}, job.MaxUnfinished, now)
	if err != nil {
		return err
	}
	x.NewestID = b.ID
	return tx.CreateBuild(ctx, b)
}

// areaOf returns the area of an index of a file: that of the file, or for an upload the one that
// the caller chose among their own.
func areaOf(by *auth.Identity, f *SourceFile, chosen auth.Area) (auth.Area, error) {
	if f.Area != "" {
		return f.Area, nil
	}
	for _, area := range indexed() {
		if by.In(area) && (chosen == "" || chosen == area) {
			return area, nil
		}
	}
	return "", errs.AtField("area", "Choose an area in which you have a role.")
}

// indexed returns the areas that have indexes.
func indexed() []auth.Area { return []auth.Area{auth.AreaHermes, auth.AreaDatasets} }

// nameOK returns a name as it is stored.
func nameOK(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", errs.AtField("name", "Enter a name for the index.")
	case utf8.RuneCountInString(name) > maxName:
		return "", errs.AtField("name", "A name has at most 200 characters.")
	}
	if fault := oneline.Fault(name); fault != "" {
		return "", errs.AtField("name", fault)
	}
	return name, nil
}

// Rebuild builds an index again, with the changes in d. The previous build answers until the new
// one is ready. errs.Conflict (build_running, in_bin), errs.Rule as Create.
func (s *Service) Rebuild(ctx context.Context, by *auth.Identity, id string, d Definition) (_ *View, err error) {
	defer errs.Wrap(&err, "bioindex.Rebuild(%q)", id)
	x, r, err := s.indexFor(ctx, by, id)
	if err != nil {
		return nil, err
	}
	if err := mustEdit(x, r); err != nil {
		return nil, err
	}
	f, err := s.sources.Open(ctx, by, x.Source)
	if errs.Is(err, errs.NotFound) {
		return nil, errs.New(
			errs.Conflict,
			"source_gone",
			"The source file of this index was deleted, or you do not have access to it. Create an index of another file.",
		).Because(
			err,
		)
	}
	if err != nil {
		return nil, err
	}
	newest, err := s.store.Build(ctx, x.NewestID)
	if err != nil {
		return nil, err
	}
	d = newest.Definition.with(d)
	head, err := inspect(ctx, f)
	if err != nil {
		return nil, err
	}
	if err := d.suits(ctx, f, head); err != nil {
		return nil, err
	}
	return s.change(ctx, by, id, record.Any(), func(tx Tx, x *Index) (*record.Event, error) {
		before, err := tx.Build(ctx, x.NewestID)
		if err != nil {
			return nil, err
		}
		if !before.ended() {
			return nil, errs.New(errs.Conflict, "build_running", "A build of this index waits or runs. Wait for it, or cancel it first.")
		}
		x.SourceName, x.SourceBytes = f.Name, f.Size
		return &record.Event{Action: "rebuilt", Kind: audit.Changed, Changes: record.Changes(before.Definition.sheet(), d.sheet())},
			s.startBuild(ctx, tx, by, x, f, d)
	})
}

// with returns d with the fields of anew that are set.
func (d Definition) with(anew Definition) Definition {
	if anew.Schema != "" {
		d.Schema = anew.Schema
	}
	if anew.Types != nil {
		d.Types = anew.Types
	}
	if anew.GenomeBuild != "" {
		d.GenomeBuild = anew.GenomeBuild
	}
	if anew.Coordinates != "" {
		d.Coordinates = anew.Coordinates
	}
	return d
}

// sheet returns a definition as people see it.
func (d Definition) sheet() []record.Value {
	var types []string
	for name, t := range d.Types {
		types = append(types, name+": "+TypeName(t))
	}
	slices.Sort(types)
	return []record.Value{
		record.Of("schema", "Schema", d.Schema), record.Of("types", "Types of columns", strings.Join(types, ", ")),
		record.Of("genome_build", "Genome build", d.GenomeBuild.Label()), record.Of("coordinates", "Coordinates", string(d.Coordinates)),
	}
}
