/** Sports in the order of R63. */
export const SPORTS = [
  'Obedience',
  'Agility',
  'Rally',
  'Scent Work',
  'Detection',
  'Mondioring',
  'IGP/Schutzhund',
  'French Ring',
  'PSA',
  'Dock Diving',
  'Flyball',
  'Barn Hunt',
  'Herding',
  'Tracking',
  'Service Dog Training',
  'Protection Sports',
  'Gundog/Retriever Work',
  'Canicross',
  'Other',
] as const;

/** England's 47 ceremonial counties, excluding the City of London (R77). */
export const COUNTIES = [
  'Bedfordshire',
  'Berkshire',
  'Bristol',
  'Buckinghamshire',
  'Cambridgeshire',
  'Cheshire',
  'Cornwall',
  'Cumbria',
  'Derbyshire',
  'Devon',
  'Dorset',
  'Durham',
  'East Riding of Yorkshire',
  'East Sussex',
  'Essex',
  'Gloucestershire',
  'Greater London',
  'Greater Manchester',
  'Hampshire',
  'Herefordshire',
  'Hertfordshire',
  'Isle of Wight',
  'Kent',
  'Lancashire',
  'Leicestershire',
  'Lincolnshire',
  'Merseyside',
  'Norfolk',
  'North Yorkshire',
  'Northamptonshire',
  'Northumberland',
  'Nottinghamshire',
  'Oxfordshire',
  'Rutland',
  'Shropshire',
  'Somerset',
  'South Yorkshire',
  'Staffordshire',
  'Suffolk',
  'Surrey',
  'Tyne and Wear',
  'Warwickshire',
  'West Midlands',
  'West Sussex',
  'West Yorkshire',
  'Wiltshire',
  'Worcestershire',
] as const;

export const DIFFICULTIES = ['beginner', 'intermediate', 'advanced'] as const;
export const VISIBILITIES = ['private', 'friends', 'public'] as const;
export const PROFILE_VISIBILITIES = ['public', 'private'] as const;

export type Sport = (typeof SPORTS)[number];
export type County = (typeof COUNTIES)[number];
export type Difficulty = (typeof DIFFICULTIES)[number];
export type Visibility = (typeof VISIBILITIES)[number];
export type ProfileVisibility = (typeof PROFILE_VISIBILITIES)[number];
