#include <math.h>
#include <string.h>
/* s: x y z mx my mz (6 rows of n); o: Fx..Fz Tx..Tz. mu0/4pi = 1e-7. Half loop, j blocked so that it stays in cache. */
#define BLOCK 512
static void finish(long n,const double*restrict s,double*restrict o){
  const double*mx=s+3*n,*my=s+4*n,*mz=s+5*n; double*Bx=o+3*n,*By=o+4*n,*Bz=o+5*n;
  for(long i=0;i<n;i++){ double bx=Bx[i]*1e-7,by=By[i]*1e-7,bz=Bz[i]*1e-7;
    o[i]*=1e-7;o[n+i]*=1e-7;o[2*n+i]*=1e-7;
    Bx[i]=my[i]*bz-mz[i]*by;By[i]=mz[i]*bx-mx[i]*bz;Bz[i]=mx[i]*by-my[i]*bx;}
}
void general(long n,const double*restrict s,double*restrict o){
  const double*x=s,*y=s+n,*z=s+2*n,*mx=s+3*n,*my=s+4*n,*mz=s+5*n;
  double*restrict Fx=o,*restrict Fy=o+n,*restrict Fz=o+2*n,*restrict Bx=o+3*n,*restrict By=o+4*n,*restrict Bz=o+5*n;
  memset(o,0,6*n*sizeof(double));
  for(long jb=0;jb<n;jb+=BLOCK){ long je=jb+BLOCK<n?jb+BLOCK:n;
   for(long i=0;i<je;i++){
    double xi=x[i],yi=y[i],zi=z[i],ax=mx[i],ay=my[i],az=mz[i];
    double fx=0,fy=0,fz=0,bx=0,by=0,bz=0;
#pragma GCC ivdep
    for(long j=(i+1>jb?i+1:jb);j<je;j++){
      double dx=xi-x[j],dy=yi-y[j],dz=zi-z[j],ux=mx[j],uy=my[j],uz=mz[j];
      double r2=dx*dx+dy*dy+dz*dz,i2=1/r2,r3=i2*i2*sqrt(r2),t=3*r3*i2;
      double ar=ax*dx+ay*dy+az*dz,br=ux*dx+uy*dy+uz*dz,ab=ax*ux+ay*uy+az*uz;
      double sar=t*ar,sbr=t*br,c=t*ab-5*sar*br*i2;
      double gx=sar*ux+sbr*ax+c*dx,gy=sar*uy+sbr*ay+c*dy,gz=sar*uz+sbr*az+c*dz;
      fx+=gx;fy+=gy;fz+=gz;Fx[j]-=gx;Fy[j]-=gy;Fz[j]-=gz;
      bx+=sbr*dx-r3*ux;by+=sbr*dy-r3*uy;bz+=sbr*dz-r3*uz;
      Bx[j]+=sar*dx-r3*ax;By[j]+=sar*dy-r3*ay;Bz[j]+=sar*dz-r3*az;
    }
    Fx[i]+=fx;Fy[i]+=fy;Fz[i]+=fz;Bx[i]+=bx;By[i]+=by;Bz[i]+=bz;
   }}
  finish(n,s,o);
}
void coplanar(long n,const double*restrict s,double*restrict o){
  const double*x=s,*y=s+n,*mx=s+3*n,*my=s+4*n,*mz=s+5*n;
  double*restrict Fx=o,*restrict Fy=o+n,*restrict Fz=o+2*n,*restrict Bx=o+3*n,*restrict By=o+4*n,*restrict Bz=o+5*n;
  memset(o,0,6*n*sizeof(double));
  for(long jb=0;jb<n;jb+=BLOCK){ long je=jb+BLOCK<n?jb+BLOCK:n;
   for(long i=0;i<je;i++){
    double xi=x[i],yi=y[i],ax=mx[i],ay=my[i],az=mz[i];
    double fx=0,fy=0,fz=0,bx=0,by=0,bz=0;
#pragma GCC ivdep
    for(long j=(i+1>jb?i+1:jb);j<je;j++){
      double dx=xi-x[j],dy=yi-y[j],ux=mx[j],uy=my[j],uz=mz[j];
      double r2=dx*dx+dy*dy,i2=1/r2,r3=i2*i2*sqrt(r2),t=3*r3*i2;
      double ar=ax*dx+ay*dy,br=ux*dx+uy*dy,ab=ax*ux+ay*uy+az*uz;
      double sar=t*ar,sbr=t*br,c=t*ab-5*sar*br*i2;
      double gx=sar*ux+sbr*ax+c*dx,gy=sar*uy+sbr*ay+c*dy,gz=sar*uz+sbr*az;
      fx+=gx;fy+=gy;fz+=gz;Fx[j]-=gx;Fy[j]-=gy;Fz[j]-=gz;
      bx+=sbr*dx-r3*ux;by+=sbr*dy-r3*uy;bz-=r3*uz;
      Bx[j]+=sar*dx-r3*ax;By[j]+=sar*dy-r3*ay;Bz[j]-=r3*az;
    }
    Fx[i]+=fx;Fy[i]+=fy;Fz[i]+=fz;Bx[i]+=bx;By[i]+=by;Bz[i]+=bz;
   }}
  finish(n,s,o);
}
void upright(long n,const double*restrict s,double*restrict o){
  const double*x=s,*y=s+n,*mz=s+5*n; double*restrict Fx=o,*restrict Fy=o+n;
  memset(o,0,6*n*sizeof(double));
  for(long jb=0;jb<n;jb+=BLOCK){ long je=jb+BLOCK<n?jb+BLOCK:n;
   for(long i=0;i<je;i++){
    double xi=x[i],yi=y[i],az=3*mz[i]; double fx=0,fy=0;
#pragma GCC ivdep
    for(long j=(i+1>jb?i+1:jb);j<je;j++){
      double dx=xi-x[j],dy=yi-y[j],r2=dx*dx+dy*dy,i2=1/r2,c=az*mz[j]*i2*i2*i2*sqrt(r2);
      double gx=c*dx,gy=c*dy; fx+=gx;fy+=gy;Fx[j]-=gx;Fy[j]-=gy;
    }
    Fx[i]+=fx;Fy[i]+=fy;
   }}
  for(long i=0;i<n;i++){o[i]*=1e-7;o[n+i]*=1e-7;}
}
#define MANY(f) void f##_many(long n,const double*s,double*o,long reps){ for(long r=0;r<reps;r++) f(n,s,o); }
MANY(general) MANY(coplanar) MANY(upright)
