package datasetapi

import (
	"cohortium/internal/adapter/httpapi/openapi"
	"cohortium/internal/adapter/httpapi/view"
	"cohortium/internal/area/dataset"
)

func datasetOf(v *dataset.View) openapi.Dataset {
	out := openapi.Dataset{
		Id:                   v.ID,
		Title:                v.Title(),
		Name:                 v.Name,
		StudyId:              v.StudyID,
		Study:                studyOf(v.Study),
		DataSourceType:       view.Ptr(openapi.DatasetDataSourceType(v.DataSourceType)),
		DataType:             v.DataType,
		GenomeBuild:          v.GenomeBuild,
		Ancestry:             v.Ancestry,
		AncestryCounts:       view.Ptr(view.Each(v.AncestryCounts, ancestrySizeOf)),
		Sex:                  v.Sex,
		GlobalSampleSize:     v.GlobalSampleSize,
		Status:               v.Status,
		DataSubmitter:        v.Submitter,
		DataSubmitterEmail:   v.SubmitterEmail,
		DataContributor:      &v.Contributor,
		DataContributorEmail: &v.ContributorEmail,
		Description:          v.Description,
		PubId:                &v.PubID,
		Publication:          &v.Publication,
		Terms:                view.Ptr(view.Each(v.Terms, termOf)),
		GenotypingTechnology: &v.Technology,
		AnalysisSoftware:     &v.Software,
		License:              &v.Licence,
		Owner:                v.Owner.UserName,
		CoOwners:             view.Each(v.CoOwners, datasetPerson),
		Sharing:              v.Sharing,
		People:               []string{},
		Groups:               []string{},
		CreatedAt:            v.CreatedAt,
		UpdatedAt:            v.UpdatedAt,
		UpdatedBy:            v.UpdatedBy,
		DeletedAt:            v.DeletedAt,
		PurgedAt:             v.PurgedAt,
		Version:              v.Version,
		Can:                  v.Can,
		Phenotypes:           view.Each(v.Phenotypes, datasetPhenotypeOf),
		Citation:             v.Citation,
		FromMetaAnalysis: view.Some(
			v.MetaID,
		),
		InputChanged:   view.Some(v.InputChanged),
		PublicationUrl: view.Some(v.PublicationURL),
		Completeness:   append([]string{}, v.Completeness...),
	}
	if v.Can.Share || v.Can.Restore { // only the owner sees whom it is shared with
		out.People, out.Groups = view.Each(v.People, datasetPerson), append(out.Groups, v.Groups...)
	}
	return out
}

func datasetPerson(p dataset.Person) string { return p.UserName }

func ancestrySizeOf(a dataset.AncestrySize) openapi.AncestrySize {
	return openapi.AncestrySize{Ancestry: a.Ancestry, N: a.N, Detail: view.Some(a.Detail)}
}

func termOf(t dataset.Term) openapi.OntologyTerm {
	return openapi.OntologyTerm{Curie: t.CURIE, Label: view.Some(t.Label)}
}

func studyOf(v *dataset.StudyView) openapi.Study {
	return openapi.Study{
		Id: v.ID, Name: v.Name, Institution: v.Institution, CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, Version: v.Version, CanEdit: v.CanEdit,
	}
}

// beginning is how many characters of a description a list shows.
const beginning = 200

func datasetRowOf(v *dataset.Row) openapi.DatasetRow {
	description := v.Description
	if r := []rune(description); len(r) > beginning {
		description = string(r[:beginning]) + "…"
	}
	return openapi.DatasetRow{
		Id: v.ID, Name: v.Name, Study: v.StudyName, Institution: v.Institution, Description: view.Some(description),
		DataType: v.DataType, GenomeBuild: v.GenomeBuild,
		Ancestry: v.Ancestry, Sex: v.Sex, GlobalSampleSize: v.GlobalSampleSize,
		Status: v.Status, Sharing: v.Sharing, PubId: view.Some(v.PubID),
		PublicationUrl: view.Some(v.PublicationURL), DataSubmitter: v.Submitter, Owner: v.Owner.UserName,
		Phenotypes: append([]string{}, v.Phenotypes...), Files: v.Files, Bytes: v.Bytes,
		CreatedAt: v.CreatedAt, UpdatedAt: v.UpdatedAt, DeletedAt: v.DeletedAt, Version: v.Version, Can: v.Can,
	}
}

func datasetPhenotypeOf(v *dataset.PhenotypeView) openapi.DatasetPhenotype {
	return openapi.DatasetPhenotype{
		Id: v.ID, Phenotype: v.Code, Description: v.Description, Dichotomous: v.Dichotomous, SampleSize: v.SampleSize,
		Cases: v.Cases, Controls: v.Controls, CreatedAt: v.CreatedAt, File: someFile(v.File), Versions: v.Versions,
		CredibleSets: view.Each(v.CredibleSets, credibleSetOf),
	}
}

func credibleSetOf(v *dataset.CredibleSetView) openapi.CredibleSet {
	return openapi.CredibleSet{Id: v.ID, Name: v.Name, CreatedAt: v.CreatedAt, Versions: v.Versions, File: someFile(v.File)}
}

func someFile(v *dataset.FileView) *openapi.DatasetFile {
	if v == nil {
		return nil
	}
	return view.Ptr(datasetFileOf(v))
}

func datasetFileOf(v *dataset.FileView) openapi.DatasetFile {
	out := openapi.DatasetFile{
		Id: v.ID, Kind: openapi.DatasetFileKind(v.Kind), ParentId: v.ParentID, Phenotype: v.Phenotype, Name: view.Some(v.SetName),
		Version: v.Version, Current: v.Current, FileName: v.Name, Size: v.Size, Sha256: v.SHA256, ShortId: v.ShortID,
		Path: "/api/" + string(v.Kind) + "/" + v.ShortID, Downloads: v.Downloads, UploadedBy: v.UploadedBy, UploadedAt: v.UploadedAt,
		GenomeBuild: v.Build,
	}
	if v.Check != nil {
		out.Check = view.Ptr(datasetCheckOf(v.Check))
	}
	return out
}

func datasetCheckOf(v *dataset.CheckView) openapi.DatasetCheck {
	out := openapi.DatasetCheck{
		Id: v.ID, FileId: v.FileID, Status: v.Status, Build: v.Build, JobId: v.JobID,
		CreatedBy: v.CreatedBy, CreatedAt: v.CreatedAt, FinishedAt: v.FinishedAt, RowsIn: v.RowsIn, RowsClean: v.RowsClean,
		LambdaGc: v.LambdaGC, Error: view.Some(v.Error),
	}
	if v.Job != nil {
		out.Job = view.Ptr(view.JobOf(v.Job))
	}
	if len(v.Report) > 0 {
		out.Report = view.Ptr(view.CheckReportOf(v.Report))
	}
	return out
}

func codesOf(codes []dataset.Code) []openapi.Choice {
	return view.Each(codes, func(c dataset.Code) openapi.Choice { return openapi.Choice{Value: c.Value, Label: c.Label} })
}
